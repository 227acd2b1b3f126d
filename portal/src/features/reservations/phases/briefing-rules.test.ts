import { describe, expect, it } from 'vitest'
import { aParty } from './a-party.ts'
import { allergyWords, type Known, linesOf, mattersOf, occasionOf, slotsOf, toTalkAbout } from './briefing-rules.ts'

const interval = (time: string, shiftId = 'dinner', coversMax: number | null = 10) => ({
  startsAt: `2026-11-20T${time}:00Z`,
  startsLocal: `2026-11-20T${time}`,
  shiftId,
  covers: 0,
  coversMax,
  parties: 0,
  partiesMax: null,
})
const known = (more: Partial<Known> = {}): Known => ({ visits: 3, noShows: 0, allergies: [], guestTags: [], ...more })

describe('the lines of arrival', () => {
  it('hold everybody once, also who sits or is gone, against what the book lets in', () => {
    const rows = [
      aParty('coming', '2026-11-20T19:10:00Z', { partySize: 4 }),
      aParty('sitting', '2026-11-20T19:00:00Z', { status: 'seated' }),
      aParty('gone', '2026-11-20T19:20:00Z', { status: 'completed' }),
      aParty('canceled', '2026-11-20T19:25:00Z', { status: 'canceled', partySize: 9 }),
    ]
    const [first, second] = slotsOf([interval('19:00'), interval('19:30')], rows)
    expect(first?.rows.map(({ id }) => id)).toEqual(['sitting', 'coming', 'gone', 'canceled'])
    expect([first?.covers, first?.coversMax]).toEqual([8, 10])
    expect([second?.rows, second?.covers]).toEqual([[], 0])
  })
  it('give whoever comes outside the shifts a quarter of his own, and the last interval its usual length', () => {
    const rows = [aParty('early', '2026-11-20T16:50:00Z'), aParty('last', '2026-11-20T19:55:00Z'), aParty('after', '2026-11-20T20:05:00Z')]
    const slots = slotsOf([interval('19:00'), interval('19:30')], rows)
    expect(slots.map(({ startsAt, rows: inside }) => [startsAt.slice(11, 16), inside.map(({ id }) => id)])).toEqual([
      ['16:45', ['early']],
      ['19:00', []],
      ['19:30', ['last']],
      ['20:00', ['after']],
    ])
  })
  it('are two where the clock shows an hour twice', () => {
    const twice = [
      aParty('a', '2026-10-25T00:30:00Z', { startsLocal: '2026-10-25T02:30' }),
      aParty('b', '2026-10-25T01:30:00Z', { startsLocal: '2026-10-25T02:30' }),
    ]
    expect(slotsOf([], twice).map(({ rows }) => rows.map(({ id }) => id))).toEqual([['a'], ['b']])
  })
})

describe('what matters', () => {
  it('is read from the booking and from what the house knows', () => {
    const plain = aParty('plain', '2026-11-20T19:00:00Z')
    expect(mattersOf(plain, undefined)).toEqual([])
    expect(mattersOf(plain, known())).toEqual([])
    expect(mattersOf(plain, known({ visits: 0, noShows: 2, allergies: ['nuts'], guestTags: ['VIP'] }))).toEqual([
      'allergy',
      'vip',
      'noShows',
      'first',
    ])
    expect(mattersOf({ ...plain, partySize: 8, status: 'pending_confirmation', tags: ['Birthday'] }, known())).toEqual([
      'occasion',
      'large',
      'unconfirmed',
    ])
    // Nobody can say of a guest from the street that he was never here.
    expect(mattersOf({ ...plain, source: 'walk_in' }, known({ visits: 0 }))).toEqual([])
  })
  it('names each allergy once, and occasions in five languages', () => {
    expect(allergyWords({ tags: ['Nut allergy'], notes: null }, known({ allergies: ['nut allergy', 'milk'] }))).toEqual([
      'nut allergy',
      'milk',
    ])
    for (const word of ['50th birthday', 'Hochzeitstag', 'cumpleaños', 'anniversaire', 'Verjaardag'])
      expect(occasionOf({ tags: [], notes: word })).toBe(word)
    expect(occasionOf({ tags: [], notes: 'window' })).toBeUndefined()
  })
  it('is told of who comes, not of who canceled', () => {
    const rows = [
      aParty('a', '2026-11-20T19:00:00Z', { tags: ['VIP'] }),
      aParty('b', '2026-11-20T19:00:00Z', { tags: ['VIP'], status: 'canceled' }),
    ]
    expect(toTalkAbout(rows, () => undefined)).toEqual([{ matter: 'vip', rows: [rows[0]] }])
  })
})

describe('the lines of a briefing', () => {
  const times = ['18:00', '18:15', '18:30', '18:45', '19:00', '19:15', '19:30']
  const shown = (rows: ReturnType<typeof aParty>[], now: string) =>
    linesOf(
      slotsOf(
        times.map((time) => interval(time)),
        rows,
      ),
      Date.parse(`2026-11-20T${now}:00Z`),
    ).map(({ slots, folded }) => [folded, ...slots.map(({ startsAt }) => startsAt.slice(11, 16))].filter(Boolean).join(' '))

  it('fold what nobody comes in, and leave a single quarter of it as it is', () => {
    const rows = [aParty('one', '2026-11-20T18:45:00Z'), aParty('two', '2026-11-20T19:15:00Z')]
    expect(shown(rows, '12:00')).toEqual(['none 18:00 18:15 18:30', '18:45', '19:00', '19:15', '19:30'])
    expect(shown([], '12:00')).toEqual([`none ${times.join(' ')}`])
  })
  it('begin near now in mid-service, with who is late still in sight', () => {
    const sits = aParty('sits', '2026-11-20T18:00:00Z', { status: 'seated' })
    const gone = aParty('gone', '2026-11-20T18:30:00Z', { status: 'no_show' })
    expect(shown([sits, gone, aParty('next', '2026-11-20T19:15:00Z')], '19:01')).toEqual([
      'earlier 18:00 18:15 18:30 18:45',
      '19:00',
      '19:15',
      '19:30',
    ])
    expect(shown([sits, aParty('late', '2026-11-20T18:15:00Z')], '19:01')).toEqual(['18:00', '18:15', 'none 18:30 18:45 19:00 19:15 19:30'])
  })
})
