import type { MemoryDatabase } from './database/memory-database.ts'
import type { Row } from './database/values.ts'
import type { HubProcess } from './hub-process.ts'
import type { Rms } from './rms.ts'
import type { Places } from './seed-rows.ts'
import type { World } from './world.ts'

/** What everybody in a history meets. */
export type Simulation = {
  world: World
  places: Places
  rms: Rms
  database: MemoryDatabase
  /** Chance that a request to the hub, or its answer, is lost. */
  lost: number
  /** One of the hub's processes, which may be dead. */
  aProcess(): HubProcess | undefined
  /** As it is committed. */
  reservation(id: string): Row | undefined
  /** Something that must not be. */
  wrong(what: string): void
}
