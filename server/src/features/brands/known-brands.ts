import type { Db } from '#src/platform/db/schema.ts'
import { makeShortMemory, type ShortMemory } from '#src/platform/short-memory.ts'
import type { BrandRecord } from './brand-rows.ts'

/** Brands are asked for with every page and are few: a change shows at once in the process that made it, in the others after this long. */
const keepMs = 1000
const memories = new WeakMap<Db, ShortMemory<BrandRecord[]>>()
let changes = 0

/** All brands, the default first. */
export const knownBrands = async (db: Db): Promise<BrandRecord[]> => {
  let memory = memories.get(db)
  if (!memory) memories.set(db, (memory = makeShortMemory<BrandRecord[]>({ keepMs, max: 1 })))
  return memory.recall(String(changes), () =>
    db.selectFrom('brands').selectAll().orderBy('isDefault', 'desc').orderBy('createdAt').orderBy('id').execute(),
  )
}

/** After the commit of a change. */
export const forgetBrands = (): void => void changes++
