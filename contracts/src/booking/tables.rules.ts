/** What a party is seated at: a table, or a chain of joined ones. Pure, for the server and the screens. */
export type PlanTable = {
  id: string
  name: string
  areaId: string
  minCovers: number
  maxCovers: number
  online: boolean
  /** Absent = `usualPriority`. */
  priority?: number | undefined
}
/** A chain of joined tables that is not simply what its tables are, or is never set up; ids in the order of `chainKey`. Null or absent = as its tables are. */
export type PlanChain = {
  tableIds: readonly string[]
  covers: number | null
  off: boolean
  online?: boolean | null | undefined
  priority?: number | null | undefined
}
/** Tables stand in the order of sale. */
export type Plan = {
  tables: readonly PlanTable[]
  joins: readonly (readonly [string, string])[]
  chains: readonly PlanChain[]
}
/** One table or chain that can be given to a party. */
export type Seating = {
  tableIds: readonly string[]
  name: string
  areaId: string
  least: number
  most: number
  online: boolean
  /** Whoever sits at a table that stands alone blocks no other one. */
  kind: 'table' | 'joinable' | 'chain'
  /** Of what fits a party, a lower number is sold first, whatever its size. */
  priority: number
  /** In the order of sale, the first first. */
  rank: number
}

export const chainTablesMost = 6
/** From 1, which is sold first. */
export const priorityMost = 99
export const usualPriority = 50
/** More of them no house sets up, and each is looked at for each party. */
export const chainsMost = 1000

export const chainKey = (tableIds: readonly string[]): string => tableIds.toSorted().join(' ')

/** Every set of tables of one area that hang together by joins, up to the longest chain; undefined = more than anybody can keep apart. */
const chainsOf = ({ tables, joins }: Plan): string[][] | undefined => {
  const beside = new Map(tables.map(({ id }) => [id, new Set<string>()]))
  for (const [one, other] of joins) {
    beside.get(one)?.add(other)
    beside.get(other)?.add(one)
  }
  const found = new Map<string, string[]>()
  let grown = tables.map(({ id }) => [id])
  for (let size = 2; size <= chainTablesMost; size++) {
    const next = new Map<string, string[]>()
    for (const chain of grown)
      for (const id of new Set(chain.flatMap((member) => [...(beside.get(member) ?? [])]))) {
        if (chain.includes(id)) continue
        const longer = [...chain, id]
        next.set(chainKey(longer), longer)
        if (found.size + next.size > chainsMost) return undefined
      }
    for (const [key, chain] of next) found.set(key, chain)
    grown = [...next.values()]
  }
  return [...found.values()]
}

export const hasTooManyChains = (plan: Plan): boolean => chainsOf(plan) === undefined

/** Everything that can be given to a party: the tables, and the chains that are not switched off. */
export const seatingsOf = (plan: Plan): Seating[] => {
  const joined = new Set(plan.joins.flat())
  const ranks = new Map(plan.tables.map(({ id }, rank) => [id, rank]))
  const byId = new Map(plan.tables.map((table) => [table.id, table]))
  const byHand = new Map(plan.chains.map((chain) => [chainKey(chain.tableIds), chain]))
  const singles = plan.tables.map(({ id, name, areaId, minCovers, maxCovers, online, priority = usualPriority }, rank): Seating => ({
    tableIds: [id],
    name,
    areaId,
    least: minCovers,
    most: maxCovers,
    online,
    kind: joined.has(id) ? 'joinable' : 'table',
    priority,
    rank,
  }))
  const chains = (chainsOf(plan) ?? []).flatMap((ids): Seating[] => {
    const own = byHand.get(chainKey(ids))
    if (own?.off) return []
    const members = ids.map((id) => byId.get(id)!).toSorted((a, b) => ranks.get(a.id)! - ranks.get(b.id)!)
    return [
      {
        tableIds: members.map(({ id }) => id),
        name: members.map(({ name }) => name).join(' + '),
        areaId: members[0]!.areaId,
        least: Math.min(...members.map(({ minCovers }) => minCovers)),
        most: own?.covers ?? members.reduce((sum, { maxCovers }) => sum + maxCovers, 0),
        online: own?.online ?? members.every(({ online }) => online),
        kind: 'chain',
        // What is kept for last is not sold earlier for standing beside another one.
        priority: own?.priority ?? Math.max(...members.map(({ priority = usualPriority }) => priority)),
        rank: ranks.get(members[0]!.id)!,
      },
    ]
  })
  return [...singles, ...chains]
}

const kinds: readonly Seating['kind'][] = ['table', 'joinable', 'chain']

/** The smaller one, what stands alone before what could be joined before what is, then by the order of sale. */
const byFit = (one: Seating, other: Seating): number =>
  one.most - other.most ||
  kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
  one.tableIds.length - other.tableIds.length ||
  one.rank - other.rank

/** Which of two a party is given first: what the house sells first, else what fits better. */
export const bySuitability = (one: Seating, other: Seating): number => one.priority - other.priority || byFit(one, other)

export const fits = ({ least, most }: Seating, partySize: number): boolean => partySize >= least && partySize <= most

/** Why a seat is proposed: `first` = others that are free fit better, and the house sells this one before them. */
export const seatingReasons = ['exact', 'smallest', 'joined', 'first'] as const
export type SeatingReason = (typeof seatingReasons)[number]
export const reasonOf = (seating: Seating, partySize: number, free: readonly Seating[]): SeatingReason => {
  if (free.some((one) => one.areaId === seating.areaId && fits(one, partySize) && byFit(one, seating) < 0)) return 'first'
  return seating.kind === 'chain' ? 'joined' : seating.most === partySize ? 'exact' : 'smallest'
}
