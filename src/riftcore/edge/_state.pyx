"""A game's state as far as costs look at it: a position, the names of its things, and the way back.

The position is one block of plain structs; ids, cards and sentences live here, outside of it. An
action is carried out on a copy, which takes the place of the position when all went well.
"""

cimport cython
from cpython.buffer cimport PyBUF_FORMAT, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.list cimport PyList_New
from cpython.long cimport PyLong_AsLongLongAndOverflow
from cpython.number cimport PyIndex_Check, PyNumber_Index
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memcmp, memset

from riftcore.cards._cards cimport table_of
from riftcore.edge._act_reader cimport read_form
from riftcore.edge._action cimport Action
from riftcore.edge._binary cimport board_read
from riftcore.edge._board cimport Board, position_free
from riftcore.edge._lookup cimport fix_objects, fixed_dict, look_up, name_payment
from riftcore.edge._pen cimport board_write
from riftcore.edge._reader cimport players_in, read_situation
from riftcore.edge._results cimport count_results, results
from riftcore.edge._situation cimport situation_of
from riftcore.edge._supply cimport Policy, policy_of
from riftcore.ground._cost cimport cost_from_demand
from riftcore.ground._interrupt cimport NO_BUDGET, Watch, budget_of, watch_begin, watch_end
from riftcore.ground._record cimport Demand, Supply as SupplyRecord
from riftcore.payment cimport _policy
from riftcore.position._position cimport MAX_CHAIN, NOWHERE, NO_REF, REF_CHAIN, effects_follow, position_size
from riftcore.rules._codes cimport CODE_CHOICE, CODE_CONDITION, CODE_OK, CODE_RESTRICTION, CODE_TARGET
from riftcore.rules._costs cimport MAX_COSTS
from riftcore.rules._perform cimport has_price, perform
from riftcore.rules._timing cimport NEVER, slowest_now
from riftcore.search cimport _perft
from riftcore.search._actions cimport N_ACTIONS, action_read, actions_list
from riftcore.search._observe cimport SEEN, observe
from riftcore.search._perft cimport MAX_DEPTH
from riftcore.search._ways cimport desk_set


from riftcore.errors import IllegalAction, NotationError, PaymentError, RiftcoreError, ScenarioError, shown

cdef Policy DEFAULT = policy_of(None)
cdef Reading UNNAMED = Reading.__new__(Reading)  # an action that gives nothing a name
cdef tuple NUMBERS = tuple(range(N_ACTIONS))  # made once: to make an int takes longer than to see that it is legal


cdef extern from *:
    """
    static inline void number_put(PyObject *list, Py_ssize_t i, PyObject *numbers, int n)
    {
        PyObject *number = PyTuple_GET_ITEM(numbers, n);
        Py_INCREF(number);
        PyList_SET_ITEM(list, i, number);
    }
    """
    void number_put(list, Py_ssize_t, tuple, int) noexcept


cdef list numbers_of(const int32_t *found, int n):
    cdef list numbers = PyList_New(n)
    cdef int i
    for i in range(n):
        number_put(numbers, i, NUMBERS, found[i])
    return numbers


cdef const _policy.Policy *default_policy() noexcept nogil:
    return &DEFAULT.policy


cdef object BUILTIN = None


cdef object catalog_of(object catalog):
    """The catalogue that a caller names; the printed cards, where they name none."""
    global BUILTIN
    if catalog is None:
        if BUILTIN is None:
            from riftcore.catalog import Catalog

            BUILTIN = Catalog.builtin()
        return BUILTIN
    if not callable(getattr(catalog, "card", None)):
        raise TypeError(f"expected a Catalog, found {type(catalog).__name__}")
    return catalog


def restore(data, catalog):
    """A state from its pickle."""
    return State.deserialize(data, catalog)


cdef object whole(object number):
    """An action's integer: an int, or what stands for one, such as an element of a NumPy array."""
    if type(number) is int:
        return number
    if isinstance(number, bool) or not PyIndex_Check(number):
        raise RiftcoreError(f"an action is an integer of legal_actions, not {shown(number)}")
    try:
        return PyNumber_Index(number)
    except TypeError:  # an array of several
        raise RiftcoreError(f"an action is an integer of legal_actions, not {shown(number)}") from None


@cython.no_gc
cdef class State(Payer):
    """A state of the game, as far as costs and resources look at it. Mutable; unhashable (use `key`).

    Made by `from_scenario`. Questions (`can_pay`, `cheapest`, `payments`, `count_payments`, `mask`,
    `quote`, `check`) change nothing; `push` does what `check` allows and `pop` takes it back, byte
    for byte. A player is a number; where none is given it is the one with priority (with focus in
    an open showdown).
    """

    def __init__(self):
        raise TypeError("make a State with State.from_scenario(situation, catalog)")

    # ------------------------------------------------------------------------ from and to text

    @staticmethod
    def from_scenario(situation, catalog=None):
        """The state of a scenario's situation: a dict (docs: scenario files) or a Situation.

        ``catalog`` names the cards (default: the printed ones). Raises ScenarioError with the JSON
        path of what is wrong, also for counts beyond what a game can reach.
        """
        cdef State state = State.__new__(State)
        state.table = table_of(catalog_of(catalog))
        state.fill(situation)
        return state

    cdef int fill(self, object situation) except -1:
        """Set a new state up from the scenario form or a Situation."""
        if type(situation) is not dict:
            return self.fill_odd(situation)
        try:
            return self.fill_form(<dict>situation, None)
        except ScenarioError:
            if not self.fill_odd(situation):
                raise
        return 0

    cdef bint fill_odd(self, object situation) except -1:
        """The same of a Situation, or of what only acts like a form of dicts, lists and texts. False: it is such a form."""
        from riftcore.node import Node, plain
        from riftcore.scenario.values import Situation
        from riftcore.scenario.writer import situation_form

        if not isinstance(situation, Situation):
            form = plain(situation)
            if form is situation and type(form) is dict:
                return False
            if type(form) is not dict:
                Node(form).fail("a situation (an object)")
            self.fill_form(<dict>form, None)
            return True
        try:
            self.fill_form(situation_form(situation), situation.inline)
        except RiftcoreError:
            raise
        except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError) as error:
            # Only of a Situation that was made by hand: those of the readers are checked.
            raise ScenarioError(f"expected a Situation as riftcore.scenario reads it: {type(error).__name__}, {shown(error)}") from None
        return True

    cdef int fill_form(self, dict data, object inline) except -1:
        """Set a new state up from the scenario form; on a fault it stays new."""
        cdef bint filled = False
        self.new_position(players_in(data))
        try:
            read_situation(self, data, inline)
            filled = True
        finally:
            if not filled:
                self.drop_half()
        return 0

    def situation(self):
        """The state as a Situation of riftcore.scenario (plain values)."""
        return situation_of(self)

    def to_scenario(self):
        """The state as a scenario's situation: a JSON-ready dict that `from_scenario` reads back."""
        from riftcore.scenario.writer import situation_to_dict

        return situation_to_dict(self.situation())

    @staticmethod
    def parse(text, catalog=None):
        """The state of a line of notation (docs/notation.md), what ``str(state)`` writes: exactly, with the ids.

        ``catalog`` names the cards (default: the printed ones). Raises NotationError, which says in which column and
        field what was expected, or ScenarioError for counts beyond what a game can reach.
        """
        from riftcore import notation

        catalog = catalog_of(catalog)
        return State.from_scenario(notation.parse(text, catalog), catalog)

    def __str__(self):
        from riftcore.notation import write

        return write(self)

    def serialize(self):
        """The state as bytes (docs/notation.md), with a version and a checksum: for `deserialize` and `rc.batch.check`.

        Cards are named, not numbered: the bytes mean the same in every process and to every catalogue that has them. The
        undo stack is not in them. Raises NotationError where a card is none of the state's catalogue.
        """
        return board_write(self)

    @staticmethod
    def deserialize(data, catalog=None, anyway=False):
        """The state that `serialize` wrote, exactly: an equal one with the same ids.

        Bytes carry the fingerprint of their catalogue and the edition of the rules. If either differs from what is here,
        a NotationError says so; ``anyway=True`` reads them all the same.

        ``catalog`` has its cards (default: the printed ones). Raises NotationError with the byte and the field of what is
        wrong, for truncated, changed or foreign bytes and for cards that are not in the catalogue.
        """
        cdef State state
        cdef bytes raw
        catalog = catalog_of(catalog)
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise NotationError(f"a serialized state is bytes, not {type(data).__name__}")
        raw = data if type(data) is bytes else bytes(data)
        if raw.startswith(b"riftcore state "):  # the text of version 1
            from riftcore.notation import text_of

            return State.parse(text_of(raw), catalog)
        state = State.__new__(State)
        board_read(state, <const uint8_t *>raw, len(raw), table_of(catalog), anyway)
        return state

    def __reduce__(self):
        return restore, (self.serialize(), self.table.catalog)

    # --------------------------------------------------------------------------------- actions

    def quote(self, action):
        """What the action costs: a Quote with the Pareto-minimal total costs and the steps (356)."""
        from riftcore.verdicts import Quote

        cdef Verdict verdict = self.check(action)
        cdef int code = verdict.out.code
        # What cannot be paid has a price; what may not be chosen has none.
        if not verdict.costs or (code != CODE_OK and not verdict.out.priced) or code in (
            CODE_CHOICE, CODE_CONDITION, CODE_RESTRICTION, CODE_TARGET
        ):
            raise IllegalAction(f"{'it has no cost' if verdict.legal else 'no cost to tell'}: {verdict}", verdict)
        return Quote(verdict.costs, verdict.steps, verdict.paid_optional)

    def check(self, action, policy=None, payment=None):
        """May this be done now, all told? A Verdict; the state stays as it is.

        ``action`` is the scenario form as a dict, or an Action: read once, the fast form.
        """
        return self.run(action, policy, False, payment)

    def push(self, action, payment=None, policy=None, undo=True):
        """Do it, and return the Verdict; raises IllegalAction (with .verdict) and changes nothing when it may not be done.

        ``payment`` (a Payment of this state, or its `steps()`) fixes which Adds are made; left out, the best by the
        policy is taken. ``undo=False``: there is no way back from here, and nothing is kept for `pop`.
        """
        cdef Verdict verdict = self.run(action, policy, True, payment)
        if verdict.out.code != CODE_OK:
            raise IllegalAction(str(verdict), verdict)
        if not undo:
            self.undo = None
        return verdict

    def verify(self, action, Payment payment not None):
        """Check by single rule steps that the payment pays the action here, object by object; PaymentError says what is not so.

        Nothing of the search that found it is used. `push(action, payment)` then ends where the payment says.
        """
        from riftcore.certificate import verify_objects

        cdef Act act
        cdef Outcome out
        verdict = self.check(action)
        if not verdict.legal:
            raise IllegalAction(str(verdict), verdict)
        self.read_asked(action, &act)
        self.ways_of(&act, &out, False)
        if not out.paid:
            raise PaymentError("nothing is paid for this action")
        if payment.purpose != out.demand.purpose or bool(payment.showdown) != (out.demand.showdown != 0):
            raise PaymentError(f"the payment is one for {payment.paid_for}, and the action asks for another")
        if memcmp(&payment.before, &out.supply, sizeof(SupplyRecord)):
            raise PaymentError("the payment is one of another position: runes, pool or sources differ")
        verify_objects(payment, self.sources_left(&act, &out))
        self.verify_costs(&out, verdict.costs, payment)
        # What an action sets off may Add more: its payment is compared, not the position after it.
        done = self.check(action, payment=payment).best
        if done is None or done.after() != payment.after() or sorted(done.objects()) != sorted(payment.objects()):
            raise PaymentError("the action does not end where the payment says")

    cdef int verify_costs(self, const Outcome *out, tuple costs, Payment payment) except -1:
        """It pays one of the total costs."""
        error = None
        if out.quote.costs.n == 1:
            # Of an Add with X the X is paid.
            costs = (cost_from_demand(&out.demand, ()),)
        for cost in costs:
            try:
                payment.verify(cost)
                return 0
            except PaymentError as wrong:
                error = wrong
        raise error

    def pop(self):
        """Take the last push back, byte for byte. Raises UndoError (an IndexError) when there is none.

        Each push that can be taken back keeps the position before it, some 3 kB, until then (`undo=False`: nothing).
        """
        self.take_back()

    def after(self, action, payment=None, policy=None):
        """A copy on which the action is done."""
        cdef State state = self.twin()
        state.push(action, payment, policy)
        state.undo = None
        return state

    def count_payments_of(self, action, budget=None):
        """In how many distinct ways the action can be paid; 0 when it is not legal.

        ``budget``: steps, docs/payment.md, "Budgets".
        """
        cdef Act act
        cdef Outcome out
        self.read_asked(action, &act)
        return self.ways_of(&act, &out, True, budget)

    cdef object ways_of(self, Act *act, Outcome *out, bint counted, object budget=None):
        """The distinct payments of an action by their results, as an iterator or `counted`, with the objects that its best
        one gives up for the cost. What the act leaves open is filled in."""
        cdef Demand costs[MAX_COSTS]
        cdef Kept kept = self.forces(act.player) if has_price(act) else None
        cdef Position *pos = self.scratch()
        cdef Watch watch
        cdef int i
        watch_begin(&watch, NO_BUDGET)
        perform(&self.table.tables, pos, NULL if kept is None else kept.w, act, default_policy(), out)
        position_free(pos)
        watch_end(&watch)
        if out.code != CODE_OK or not out.paid:
            return <int>(out.code == CODE_OK) if counted else ()
        costs[0] = out.demand  # of one cost what was paid: of an Add with X it is the X
        for i in range(out.quote.costs.n if out.quote.costs.n > 1 else 0):
            costs[i] = out.quote.costs.cost[i]
            costs[i].purpose = out.demand.purpose
            costs[i].showdown = out.demand.showdown
        roster = self.sources_left(act, out)
        i = out.quote.costs.n if out.quote.costs.n > 1 else 1
        if counted:
            return count_results(&out.supply, costs, i, self.groups(roster), budget)
        return results(&out.supply, costs, i, roster, self.groups(roster))

    cdef Verdict run(self, object action, object policy, bint keep, object payment):
        cdef Act act
        cdef Verdict verdict = Verdict.__new__(Verdict)
        cdef Policy order = policy_of(policy)
        cdef Reading reading = None
        cdef Position *pos
        cdef Watch watch
        cdef CardTable table
        cdef Desk desk
        cdef Kept kept = None
        if keep:
            self.settle()
        if PyIndex_Check(action):
            self.read_number(action, None, &act, &desk)
            reading = UNNAMED
            table = self.table_for(reading)
        elif keep:
            reading = self.read_act(action, &act)
            table = self.table_for(reading)
        else:
            table = self.read_asked(action, &act)
        if payment is not None:
            name_payment(self, payment, &act)
        if table is self.table and has_price(&act):
            kept = self.forces(act.player)
        pos = self.scratch()
        watch_begin(&watch, NO_BUDGET)
        perform(&table.tables, pos, NULL if kept is None else kept.w, &act, &order.policy, &verdict.out)
        if watch.stopped:
            position_free(pos)
        watch_end(&watch)
        verdict.name_given(&act)
        verdict.table = table
        verdict.board_ids = self.board_ids
        verdict.legend_ids = self.legend_ids
        if keep and verdict.out.code == CODE_OK:
            self.put(pos, &verdict.out, &act, reading)
        else:
            position_free(pos)
        return verdict

    cdef int put(self, Position *pos, Outcome *out, Act *act, Reading reading) except -1:
        """This position takes the place of the state's own, which goes to the undo stack."""
        cdef Board before = Board.__new__(Board)
        before.take_names(self)
        try:
            self.table = self.table_for(reading)
            self.rename(out, reading.id)
            if reading.leaves_chain:
                self.leave_chain(pos, act.object)
            if reading.brings:
                self.keep_inline(self.table.cards[act.card])
            if self.undo is None:
                self.undo = []
            self.undo.append(before)
        except BaseException:
            self.take_names(before)
            position_free(pos)
            raise
        before.pos = self.pos
        self.pos = pos
        self.rosters = None
        self.kept_key = self.kept_forces = None
        return 0

    cdef int leave_chain(self, Position *pos, int ref) except -1:
        """`countered` and `resolved` take a chain item off the chain (the last one where none is named), nothing else."""
        cdef int i
        cdef int at = ref - REF_CHAIN if ref >= REF_CHAIN else pos.n_chain - 1
        if pos.n_chain == 0:
            return 0
        for i in range(at, pos.n_chain - 1):
            pos.chain[i] = pos.chain[i + 1]
        pos.n_chain -= 1
        memset(&pos.chain[pos.n_chain], 0, sizeof(pos.chain[0]))
        effects_follow(pos, REF_CHAIN + at, REF_CHAIN + MAX_CHAIN)
        self.chain_ids = self.chain_ids[:at] + self.chain_ids[at + 1:]
        return 0

    # --------------------------------------------------------------------- actions as integers

    @staticmethod
    def num_distinct_actions():
        """Every action is an integer from 0 to this, exclusive (docs/actions.md); where ``payments`` is "distinct" a multiple of it is added."""
        return N_ACTIONS

    def legal_actions(self, player=None, payments="cheapest"):
        """What the player may do now: a rising list of integers, the same in every process (docs/actions.md).

        Every affordable play, ability, Add, move and hide, where its total cost depends on options or targets once for each
        total cost. ``payments="distinct"``: each distinct payment is an action of its own. [] for a player who may not act.
        """
        cdef Desk desk
        cdef int32_t found[N_ACTIONS]
        cdef int n
        cdef bint distinct = payments != "cheapest"
        if distinct and payments != "distinct":
            raise RiftcoreError(f'payments is {shown(payments)}: expected "cheapest" or "distinct"')
        cdef Kept kept = self.sit_down(&desk, self.seat(player))
        n = 0 if kept is None else actions_list(&desk, found)
        if distinct:
            return self.with_payments(&desk, found, n)
        return numbers_of(found, n)

    cdef object with_payments(self, Desk *desk, int32_t *found, int n):
        """Each action once for every distinct payment; one that has a single payment stays as it is."""
        cdef Act act
        cdef Outcome out
        numbers = []
        for i in range(n):
            action_read(desk, found[i], &act)
            ways = self.ways_of(&act, &out, True)
            if ways < 2:
                numbers.append(found[i])
            else:
                numbers.extend([<int>found[i] + N_ACTIONS * (1 + way) for way in range(ways)])
        return sorted(numbers)

    cdef Payment take_payment(self, Act *act, object number, object action):
        """Name the payment of this number in the act, and the objects of the cost; IllegalAction where there is none."""
        cdef Outcome out
        cdef Act filled = act[0]
        cdef list ways = list(self.ways_of(&filled, &out, False))
        if len(ways) < 2 or number > len(ways):
            raise IllegalAction(f"{action} names payment {number} of {len(ways) if len(ways) > 1 else 0}")
        fix_objects(act, &out)
        name_payment(self, ways[number - 1], act)
        return ways[number - 1]

    def legal_actions_mask(self, player=None, out=None, bits=False):
        """`legal_actions` as one byte for every integer, 1 where it is legal; ``bits``: a bit each, the lowest first.

        ``out``: a writable buffer of bytes of exactly that length, which is filled and returned; left out, a new bytearray.
        """
        cdef Desk desk
        cdef int32_t found[N_ACTIONS]
        cdef int i, n
        cdef bint by_bit = bits
        cdef Py_ssize_t size = (N_ACTIONS + 7) // 8 if by_bit else N_ACTIONS
        cdef unsigned char *mask
        cdef Py_buffer view
        cdef Kept kept
        cdef int seat = self.seat(player)
        if out is None:
            out = bytearray(size)
        PyObject_GetBuffer(out, &view, PyBUF_WRITABLE)
        try:
            if view.len != size or view.itemsize != 1:
                raise RiftcoreError(f"out has {view.len} bytes in items of {view.itemsize}: expected {size} single bytes")
            mask = <unsigned char *>view.buf
            memset(mask, 0, size)
            kept = self.sit_down(&desk, seat)
            n = 0 if kept is None else actions_list(&desk, found)
            for i in range(n):
                if by_bit:
                    mask[found[i] >> 3] |= 1 << (found[i] & 7)
                else:
                    mask[found[i]] = 1
        finally:
            PyBuffer_Release(&view)
        return out

    cdef Kept sit_down(self, Desk *desk, int player):
        """Set the desk to the position. It may use what this gives, which is None if the player may do nothing."""
        cdef Kept kept = None if slowest_now(self.pos, player) == NEVER else self.forces(player)
        desk_set(desk, &self.table.tables, self.pos, player, default_policy(), NULL if kept is None else kept.w)
        return kept

    cdef Kept read_number(self, object action, object player, Act *act, Desk *desk):
        """The act of an integer; IllegalAction when it means nothing here. The desk is set to the position, and may use
        what this gives."""
        cdef long long number
        cdef int overflow = 0
        action = whole(action)
        number = PyLong_AsLongLongAndOverflow(action, &overflow)
        cdef Kept kept = self.sit_down(desk, self.seat(player))
        if overflow or number < 0 or not action_read(desk, number % N_ACTIONS, act):
            raise IllegalAction(f"{shown(action)} is no action of player {desk.player} in this state")
        if number >= N_ACTIONS:
            self.take_payment(act, action // N_ACTIONS, action)
        return kept

    def action(self, action, player=None):
        """What the integer stands for: an action as a dict of the scenario form, for `check` and `push`.

        Raises IllegalAction for an integer that means nothing here. It does not ask whether the action can be paid.
        """
        from riftcore.words import action_dict

        cdef Act act
        cdef Desk desk
        action = whole(action)
        self.read_number(action % N_ACTIONS, player, &act, &desk)
        payment = None if action < N_ACTIONS else self.take_payment(&act, action // N_ACTIONS, action)
        found = action_dict(
            act.form, act.rune, act.domain, act.from_, act.ability, act.x,
            self.table.cards[act.card].name if act.card else None,
            self.id_of(act.object) if act.object != NO_REF else None,
            act.pay,
            None if act.to == NOWHERE else "base" if act.to == 0 else self.places[act.to - 1],
            [self.id_of(act.targets[i]) for i in range(act.n_targets)],
            act.player if act.player != self.acting() else None,
            None if payment is None else payment.steps(),
        )
        if act.n_fixed:
            found["with"] = fixed_dict(self, &act)
        return found

    def action_to_string(self, player, action):
        """The action in words, each with words of its own: `play Legion Rearguard; pay accelerate`."""
        from riftcore.words import action_words

        action = whole(action)
        words = action_words(self.action(action, player))
        return words if action < N_ACTIONS else f"{words}; payment {action // N_ACTIONS}"

    def string_to_action(self, player, text):
        """The integer of a legal action in the words of `action_to_string`. Raises IllegalAction, which names the nearest."""
        from riftcore.words import find_action

        return find_action(self, player, text)

    def apply_action(self, action, undo=True):
        """Do a legal action of the current player. Raises IllegalAction and changes nothing for any other integer.

        ``undo=False``: there is no way back from here, and nothing is kept for `undo_action`.
        """
        cdef Act act
        cdef Outcome out
        cdef Desk desk
        cdef Position *pos
        cdef Kept kept = self.read_number(action, None, &act, &desk)
        pos = self.scratch()
        perform(&self.table.tables, pos, kept.w, &act, default_policy(), &out)
        if out.code != CODE_OK:
            position_free(pos)
            verdict = self.verdict_of(&out, self.table)
            raise IllegalAction(f"action {action}: {verdict}", verdict)
        self.put(pos, &out, &act, UNNAMED)
        if not undo:
            self.undo = None

    cdef Verdict verdict_of(self, const Outcome *out, CardTable table):
        cdef Verdict verdict = Verdict.__new__(Verdict)
        verdict.out = out[0]
        verdict.table = table
        verdict.board_ids = self.board_ids
        verdict.legend_ids = self.legend_ids
        return verdict

    def undo_action(self, player=None, action=None):
        """Take the last action back. (Its player and integer are open_spiel's arguments, and are not needed.)"""
        self.take_back()

    def perft(self, depth, budget=None):
        """How many sequences of ``depth`` actions there are from here, each by the player who may act then (docs/actions.md).

        The GIL is released meanwhile; the state is copied before. ``budget``: positions, docs/payment.md, "Budgets".
        """
        cdef Watch watch
        cdef long long steps = budget_of(budget)
        cdef uint64_t found = 0
        cdef int n
        cdef Position *pos
        cdef CardTable table
        if isinstance(depth, bool) or not PyIndex_Check(depth) or not 0 <= depth <= MAX_DEPTH:
            raise RiftcoreError(f"depth is {shown(depth)}: expected a whole number from 0 to {MAX_DEPTH}")
        n = depth
        pos = self.scratch()
        table = self.table  # another thread may give the state a new one meanwhile
        watch_begin(&watch, steps)
        try:
            with nogil:
                found = _perft.perft(&table.tables, pos, n, default_policy())
        finally:
            position_free(pos)
            watch_end(&watch)
        return found

    @staticmethod
    def observation_size():
        """How many floats an observation has."""
        return SEEN

    def observation(self, player=None, out=None):
        """What the player sees, as ``observation_size()`` floats of a fixed layout (docs/observation.md): own things first,
        nothing that is hidden from them.

        ``out``: a writable buffer of so many float32, which is filled and returned; left out, a new array of floats.
        """
        cdef Py_buffer view
        cdef int seat = self.seat(player)
        if out is None:
            from array import array

            out = array("f", bytes(4 * SEEN))
        PyObject_GetBuffer(out, &view, PyBUF_WRITABLE | PyBUF_FORMAT)
        try:
            if view.len != 4 * SEEN or view.itemsize != 4 or view.format is NULL or view.format[0] != b"f":
                raise RiftcoreError(f"out has {view.len} bytes in items of {view.itemsize}: expected {SEEN} float32")
            observe(&self.table.tables, self.pos, seat, <float *>view.buf)
        finally:
            PyBuffer_Release(&view)
        return out

    def clone(self):
        """An independent copy, as `copy`."""
        return self.twin()

    def is_chance_node(self):
        """Never: nothing here is left to chance."""
        return False

    # ------------------------------------------------------------------------- reading actions

    cdef CardTable read_asked(self, object action, Act *act):
        """An action that is only asked about: how what it makes is called does not matter. Gives the table to ask with."""
        if type(action) is dict:
            return read_act(self, <dict>action, act)
        return self.table_for(self.read_act(action, act))

    cdef CardTable table_for(self, Reading reading):
        """The table to ask with: the state's own, or the one that has what the action brings."""
        if reading.table is None or self.table.continues(reading.table):
            return self.table
        return reading.table

    cdef Reading read_act(self, object action, Act *act):
        """An Action, a dict of scenario.md or an integer as the core reads it, its names looked up."""
        cdef Desk desk
        cdef Reading reading
        if isinstance(action, Action):
            reading = (<Action>action).kept()
            if reading is None or not look_up(self, reading, act):
                reading = read_form(self, (<Action>action).data, act, (<Action>action).context)
                if not reading.lying:
                    (<Action>action).keep(reading)
            return reading
        if isinstance(action, dict):
            return read_form(self, action, act, None)
        if not PyIndex_Check(action):
            raise RiftcoreError(f"expected an action such as {{'play': 'Charm'}}, found {type(action).__name__}")
        self.read_number(action, None, act, &desk)
        return UNNAMED

    # ------------------------------------------------------------------------------ as a value

    def copy(self):
        """An independent copy; the undo stack stays behind."""
        return self.twin()

    cdef State twin(self):
        cdef State state = State.__new__(State)
        state.pos = self.scratch()
        state.places = self.places
        state.take_names(self)
        return state

    def __sizeof__(self):
        """Bytes of the state, its position included; not of what it shares with others (ids, card table)."""
        return object.__sizeof__(self) + position_size(self.pos.n_players)

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.twin()

    def freeze(self):
        """A hashable value of the position: equal for equal states of one catalogue, without collisions."""
        cdef Position copy
        if self.has_own():
            own = self.canonical(&copy)
            return (<const char *>&copy)[:position_size(copy.n_players)] + own
        return (<const char *>self.pos)[:position_size(self.pos.n_players)]

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        cdef State o = other
        if self.pos.n_players != o.pos.n_players or self.table.first() is not o.table.first():
            return False
        if self.table is not o.table and (self.has_own() or o.has_own()):
            return self.freeze() == o.freeze()
        return memcmp(self.pos, o.pos, position_size(self.pos.n_players)) == 0

    __hash__ = None

    @property
    def n_players(self):
        return self.pos.n_players

    @property
    def turn_player(self):
        return self.pos.turn_player

    @property
    def current_player(self):
        """Who may act: the player with priority, with focus in an open showdown."""
        return self.acting()

    @property
    def catalog(self):
        return self.table.catalog

    def __repr__(self):
        return f"<State: {self.pos.n_players} players, player {self.acting()} to act>"
