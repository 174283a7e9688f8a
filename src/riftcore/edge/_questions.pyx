"""Scenario rows, from JSON to the columns of the answers, with little Python for each.

A row in which something is wrong goes the long way, through riftcore.scenario, which says what it is.
"""


from riftcore.cards._cards cimport CardTable, table_of
from riftcore.edge._action cimport Action, Reading
from riftcore.edge._board cimport position_free
from riftcore.edge._json cimport READER
from riftcore.edge._rowtext cimport quoted
from riftcore.edge._state cimport default_policy
from riftcore.edge._supply cimport Payment, payment_new
from riftcore.edge._verdict cimport Verdict
from riftcore.ground._cost cimport cost_from_demand
from riftcore.ground._lanes cimport lane
from riftcore.ground._record cimport DEMAND_BYTES
from riftcore.ground._types cimport MAX_RUNES, N_DOMAINS
from riftcore.position._position cimport Act, Position
from riftcore.rules._codes cimport CODE_OK
from riftcore.rules._doing cimport Outcome
from riftcore.rules._perform cimport perform

from json import dumps

from riftcore.edge._act_reader import read_forms
from riftcore.ground._types import DOMAINS
from riftcore.rules._codes import CODES
from riftcore.errors import RiftcoreError, error_text
from riftcore.verdicts import REASONS

cdef enum:
    MAX_COSTS = 1 << 12     # texts of costs that are remembered

# What runes do in a payment, by domain and number.
cdef tuple EXHAUSTS = tuple([tuple([dumps({"exhaust": name, "n": n}) for n in range(MAX_RUNES + 1)]) for name in DOMAINS])
cdef tuple RECYCLES = tuple([tuple([dumps({"recycle": name, "n": n}) for n in range(MAX_RUNES + 1)]) for name in DOMAINS])
cdef tuple RULES = tuple([rule for rule, _ in REASONS])
cdef str INVALID = "invalid"
cdef dict COSTS = {}        # texts of costs, by their bytes


# -------------------------------------------------------------------------------------------------------- the answers


cdef Action last_of(State state, dict data):
    """The last of a scenario's actions, those before it done; None: one of these is not legal."""
    cdef list actions
    if type(data["actions"]) is not list or "action" in data or not data["actions"]:
        return None
    actions = read_forms(state, data["actions"], [f"actions[{i}]" for i in range(len(<list>data["actions"]))])
    for action in actions[:len(actions) - 1]:
        if not do_it(state, action):
            return None
    return actions[len(actions) - 1]


cdef bint do_it(State state, Action action) except -1:
    """Do an action by the default policy. False, and nothing has changed: it is not legal."""
    cdef Act act
    cdef Outcome out
    cdef Reading reading = state.read_act(action, &act)
    cdef CardTable table = state.table_for(reading)
    cdef Position *pos = state.scratch()
    perform(&table.tables, pos, NULL, &act, default_policy(), &out)
    if out.code != CODE_OK:
        position_free(pos)
        return False
    state.put(pos, &out, &act, reading)
    return True


cdef class Questions:
    """Asks the questions of scenario rows, one after the other, and keeps the columns of the answers.

    `ids`, `codes`, `rules`, `costs` (in their notation) and `payments` (the steps as JSON text) are lists, with None for
    what a row has not; `bad` are the rows that cannot be judged, each with the reason. `best`, where it is asked for: the
    Payments.
    """

    def __init__(self, catalog, policy=None, payments=False):
        self.catalog = catalog
        self.judge = Judge(0, policy)
        self.ids, self.codes, self.rules, self.costs, self.payments, self.bad = [], [], [], [], [], []
        self.best = [] if payments else None

    def ask(self, rows):
        """Judge rows: the number of each, its JSON text as bytes or None, and why there is none."""
        cdef State state
        for number, text, reason in rows:
            state = self.name = None
            if text is not None:
                try:
                    state = self.ask_text(text, number)
                except RecursionError:
                    reason = "lists or objects nested too deep"
                except (AssertionError, MemoryError):  # faults of riftcore or the machine, not of the row
                    raise
                except Exception as error:
                    reason = error_text(error)
            self.ids.append(self.name)
            if state is None:
                self.bad.append((number, reason))
                self.write_invalid()
            else:
                self.write(state)

    cdef State ask_text(self, bytes text, object number):
        """The state of a row whose question is answered now, in `judge.out`."""
        cdef State state
        data = READER.read(text)
        if data is not None:
            state = self.ask_plain(data)
            if state is not None:
                self.name = data.get("id")
                if self.name is None:
                    self.name = f"line:{number}"
                return state
        from riftcore.scenario.files import read_line
        from riftcore.scenario.questions import read_question

        scenario = read_line(text, number)
        self.name = scenario.id
        state = self.ask_plain(scenario.data) if data is None else None
        if state is None:
            state, action = read_question(scenario.data, None, self.catalog)
            self.judge.ask(state, action)
        return state

    cdef State ask_plain(self, dict data):
        """The same of a row in which nothing is wrong; else None. The state is as after the action."""
        cdef State state = State.__new__(State)
        state.table = table_of(self.catalog)
        try:
            state.fill(data)
            action = last_of(state, data) if "actions" in data else data.get("action")
            if type(action) is not dict and type(action) is not Action:
                return None
            self.judge.table = state.read_asked(action, &self.judge.act)
        except RiftcoreError:
            return None
        perform(&self.judge.table.tables, state.pos, NULL, &self.judge.act, &self.judge.policy, &self.judge.out)
        return state

    cdef int write_invalid(self) except -1:
        self.codes.append(INVALID)
        self.rules.append(None)
        self.costs.append(None)
        self.payments.append(None)
        if self.best is not None:
            self.best.append(None)
        return 0

    cdef int write(self, State state) except -1:
        """The answer that was found about this state. Its ids are those before the action."""
        cdef const Outcome *out = &self.judge.out
        cdef Payment best = None
        if out.code == CODE_OK and out.paid:
            best = payment_new(&out.payment, &out.supply, out.demand.purpose, out.demand.showdown, None)
            best.chosen = tuple([state.id_of(out.used[i]) for i in range(out.n_used)])
        self.codes.append(CODES[out.code])
        self.rules.append(RULES[out.why])
        self.costs.append(self.costs_text(state))
        self.payments.append(None if best is None else steps_text(best))
        if self.best is not None:
            self.best.append(best)
        return 0

    cdef str costs_text(self, State state):
        """The total costs in their notation."""
        cdef const Outcome *out = &self.judge.out
        cdef Verdict verdict
        cdef int n = out.quote.costs.n
        if n == 0:
            return None
        if out.quote.n_parts or out.quote.exhausts_self:
            verdict = state.verdict_of(out, self.judge.table)
            verdict.name_given(&self.judge.act)
            return " or ".join([str(cost) for cost in verdict.costs])
        if n == 1:
            return self.cost_text(&out.quote.costs.cost[0])
        return " or ".join([self.cost_text(&out.quote.costs.cost[i]) for i in range(n)])

    cdef str cost_text(self, const Demand *cost):
        """A cost without other parts; its text is remembered."""
        cdef Demand plain = cost[0]
        plain.purpose = plain.showdown = 0
        form = <bytes>(<const char *>&plain)[:DEMAND_BYTES]
        text = COSTS.get(form)
        if text is None:
            if len(COSTS) >= MAX_COSTS:
                COSTS.clear()
            text = COSTS[form] = str(cost_from_demand(&plain, ()))
        return text


cdef str steps_text(Payment payment):
    """The steps of a payment as `json.dumps(payment.steps(), ensure_ascii=False)` writes them."""
    cdef list steps = []
    cdef int i
    for i in range(N_DOMAINS):
        if lane(payment.payment.exhaust, i):
            steps.append(EXHAUSTS[i][lane(payment.payment.exhaust, i)])
    for i in range(N_DOMAINS):
        if lane(payment.payment.recycle, i):
            steps.append(RECYCLES[i][lane(payment.payment.recycle, i)])
    if payment.chosen:
        for (_, mode, x), name in zip(payment.uses, payment.chosen):
            steps.append(use_text(name, mode, x))
    pool = payment.from_pool()
    if pool is not None:
        steps.append(f'{{"pool": {json_text(pool)}}}')
    return "[" + ", ".join(steps) + "]"


cdef str use_text(str name, object mode, object x):
    """The step that uses a source."""
    cdef str text = '{"use": ' + json_text(name)
    if mode:
        text += ', "ability": ' + json_text(mode)
    if x is not None:
        text += f', "x": {x}'
    return text + "}"


cdef str json_text(object value):
    """A number, a text or an object of them as JSON."""
    if type(value) is int:
        return str(value)
    if type(value) is list:
        return "[" + ", ".join([json_text(item) for item in <list>value]) + "]"
    if type(value) is dict:
        return "{" + ", ".join([f'{json_text(key)}: {json_text(item)}' for key, item in (<dict>value).items()]) + "}"
    return quoted(<str>value)
