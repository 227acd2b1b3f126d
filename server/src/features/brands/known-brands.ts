import { withinMs } from '#src/platform/db/patience.ts'
import type { Db } from '#src/platform/db/schema.ts'
import { makeTtlCache, type TtlCache } from '#src/platform/ttl-cache.ts'
import type { BrandRecord } from './brand-rows.ts'

/** Brands are asked for with every page and are few: a change shows at once in the process that made it, in the others after this long. */
const keepMs = 1000
const memories = new WeakMap<Db, TtlCache<BrandRecord[]>>()
let changes = 0

/** As they were read last, for pages that say that the database is away. */
const lastRead = new WeakMap<Db, BrandRecord[]>()
const patienceMs = 1000

/** All brands, the default first. */
export const knownBrands = async (db: Db): Promise<BrandRecord[]> => {
  let memory = memories.get(db)
  if (!memory) memories.set(db, (memory = makeTtlCache<BrandRecord[]>({ keepMs, max: 1 })))
  const brands = await memory.getOrLoad(String(changes), () =>
    db.selectFrom('brands').selectAll().orderBy('isDefault', 'desc').orderBy('createdAt').orderBy('id').execute(),
  )
  lastRead.set(db, brands)
  return brands
}

/** The same without a database that answers: as they were last, or none. Never fails, and keeps nobody waiting. */
export const lastKnownBrands = async (db: Db): Promise<BrandRecord[]> => {
  const last = (): BrandRecord[] => lastRead.get(db) ?? []
  return withinMs(patienceMs, knownBrands(db).catch(last), last)
}

/** After the commit of a change. */
export const invalidateBrands = (): void => void changes++
