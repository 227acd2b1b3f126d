import type { Db } from '#src/platform/db/schema.ts'
import { makeTtlCache, type TtlCache } from '#src/platform/ttl-cache.ts'
import type { BrandRecord } from './brand-rows.ts'

/** Brands are asked for with every page and are few: a change shows at once in the process that made it, in the others after this long. */
const keepMs = 1000
const memories = new WeakMap<Db, TtlCache<BrandRecord[]>>()
let changes = 0

/** All brands, the default first. */
export const knownBrands = async (db: Db): Promise<BrandRecord[]> => {
  let memory = memories.get(db)
  if (!memory) memories.set(db, (memory = makeTtlCache<BrandRecord[]>({ keepMs, max: 1 })))
  return memory.getOrLoad(String(changes), () =>
    db.selectFrom('brands').selectAll().orderBy('isDefault', 'desc').orderBy('createdAt').orderBy('id').execute(),
  )
}

/** After the commit of a change. */
export const invalidateBrands = (): void => void changes++
