"""A state as a Situation of riftcore.scenario: plain values."""


from riftcore.cards._clauses cimport STATE_EXHAUSTED, STATE_TOKEN
from riftcore.ground._types cimport N_DOMAINS
from riftcore.position._position cimport NOBODY, NO_REF, REF_CHAIN, SEEN_MORE, Player, Position, Thing


from riftcore.position._position import STATES
from riftcore.ground._types import ASSUMED, PHASES, TURN_COUNTS, TURN_FACTS


cdef tuple assumed(int bits):
    """What the state takes to be there and to fit, as words."""
    return tuple([word for i, word in enumerate(ASSUMED) if bits >> i & 1]) if bits else ()


cdef object situation_of(Board state):
    """The state as a Situation of riftcore.scenario (plain values)."""
    from riftcore.scenario import values as v

    cdef Position *pos = state.pos
    cdef Player *p
    cdef Thing *thing
    cdef int n, i
    places = ("base", *state.places)
    players = []
    for n in range(pos.n_players):
        p = &pos.players[n]
        board = []
        for i in range(p.n_board):
            thing = &p.board[i]
            board.append(v.BoardObject(
                card=state.table.cards[thing.card], id=state.board_ids[n][i], at=places[thing.at],
                controller=thing.controller, exhausted=thing.states & STATE_EXHAUSTED != 0,
                might=None if thing.might < 0 else thing.might, buffs=thing.buffs, states=states_dict(thing),
                attached_to=None if thing.attached == NO_REF else state.id_of(thing.attached),
                token=thing.states & STATE_TOKEN != 0,
            ))
        legend = None
        if p.has_legend:
            legend = v.LegendData(
                card=state.table.cards[p.legend.card], id=state.legend_ids[n],
                exhausted=p.legend.states & STATE_EXHAUSTED != 0, states=states_dict(&p.legend),
            )
        deck = None
        if p.deck_known == 1:
            deck = p.deck_size
        elif p.deck_known == 2:
            deck = tuple([p.deck[i] for i in range(N_DOMAINS)])
        restricted = []
        for only, energy, universal in (
            ("spells", p.supply.spells_energy, p.supply.spells_universal), ("units", p.supply.units_energy, 0),
            ("gear", 0, p.supply.gear_universal), ("showdown", p.supply.showdown_energy, 0),
        ):
            if energy or universal:
                restricted.append(v.Restricted(only=only, energy=energy, universal=universal))
        players.append(v.PlayerData(
            ready=tuple([p.supply.ready[i] for i in range(N_DOMAINS)]),
            exhausted=tuple([p.supply.exhausted[i] for i in range(N_DOMAINS)]),
            rune_deck=deck,
            pool=v.PoolData(
                p.supply.energy, tuple([p.supply.power[i] for i in range(N_DOMAINS)]), p.supply.universal,
                tuple(restricted),
            ),
            legend=legend, board=tuple(board), hand=zone(state, p.hand, p.n_hand), trash=zone(state, p.trash, p.n_trash),
            champion=zone(state, p.champion, p.n_champion), deck_top=zone(state, p.deck_top, p.n_deck_top),
            banished=zone(state, p.banished, p.n_banished),
            facedown=tuple([
                v.Facedown(
                    card=state.table.cards[p.facedown[i].card], id=state.facedown_ids[n][i],
                    at=state.places[p.facedown[i].at], hidden_turn="this" if p.facedown[i].this_turn else "earlier",
                )
                for i in range(p.n_facedown)
            ]),
            xp=p.xp, points=p.points,
            this_turn=turn_of(state, n),
            effects=tuple([
                v.Effect(
                    card=state.table.cards[p.effects[i].card],
                    on=(
                        state.table.cards[p.effects[i].on_card] if p.effects[i].on_card
                        else state.id_of(p.effects[i].on) if p.effects[i].on != NO_REF else None
                    ),
                    might=None if p.effects[i].might < 0 else p.effects[i].might,
                )
                for i in range(p.n_effects)
            ]),
        ))
    chain = tuple([
        v.ChainItem(
            card=state.table.cards[pos.chain[i].card], id=state.chain_ids[i],
            controller=None if pos.chain[i].controller == NOBODY else pos.chain[i].controller,
        )
        for i in range(pos.n_chain)
    ])
    if chain and chain_is_a_number(state):
        chain = pos.n_chain
    turn = v.Turn(
        player=pos.turn_player, phase=PHASES[pos.phase],
        showdown=state.places[pos.showdown - 1] if pos.showdown else None, combat=bool(pos.combat), chain=chain,
        priority=pos.priority, focus=None if pos.focus == NOBODY else pos.focus,
    )
    fields = {
        state.places[i]: v.Battlefield(
            card=state.table.cards[pos.battlefields[i].card],
            controller=None if pos.battlefields[i].controller == NOBODY else pos.battlefields[i].controller,
        )
        for i in range(pos.n_battlefields)
    }
    return v.Situation(turn, fields, tuple(players), pos.victory_score, state.inline, assumed(pos.assume))


cdef object turn_of(Board state, int p):
    """What happened to a player this turn, as a ThisTurn."""
    from riftcore.scenario.values import Seen, ThisTurn

    cdef const unsigned char *turn = <const unsigned char *>&state.pos.players[p].turn
    cdef int i
    cdef int n = len(TURN_COUNTS)
    cdef dict found = {name: turn[i] for i, name in enumerate(TURN_COUNTS)}
    for i, name in enumerate(TURN_FACTS, n):
        found[name] = Seen(turn[i] & ~SEEN_MORE, turn[i] & SEEN_MORE != 0)
    return ThisTurn(**found)


cdef bint chain_is_a_number(Board state) except -1:
    """Is nothing known of the chain but how many items it has? What an effect was given to has a name."""
    cdef int i, p
    for i in range(state.pos.n_chain):
        if state.pos.chain[i].card or state.pos.chain[i].controller != NOBODY or state.chain_ids[i] != f"chain.{i}":
            return False
    for p in range(state.pos.n_players):
        for i in range(state.pos.players[p].n_effects):
            if state.pos.players[p].effects[i].on >= REF_CHAIN:
                return False
    return True


cdef object zone(Board state, unsigned short *cards, int n):
    # A card that is not known among known ones is None.
    known = [state.table.cards[cards[i]] for i in range(n)]
    return n if n and known.count(None) == n else tuple(known)


cdef dict states_dict(const Thing *thing):
    cdef dict states = {}
    if thing.empowered:
        states["empowered"] = thing.empowered
    for name, bit in STATES:
        if thing.states & <int>bit:
            states[name] = 1
    return states
