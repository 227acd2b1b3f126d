import * as connections from './connections.ts'
import * as salesLinks from './sales-links.ts'
import * as sync from './sync.ts'
import * as systemFields from './system-fields.ts'
import * as systems from './systems.ts'

/** The modules of reservation systems, as the back office tends them, whose schemas the documentation names. */
export const rmsSchemas = [connections, salesLinks, sync, systemFields, systems] as const
