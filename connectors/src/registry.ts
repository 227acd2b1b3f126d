import { builtIn } from './built-in/connector.ts'
import type { Connector, Connectors } from './kit/connector.ts'
import { sandbox } from './sandbox/connector.ts'
import { standard } from './standard/connector.ts'
import type { Cluster } from './kit/cluster.ts'
import { withResilience } from './kit/resilience.ts'

export { systemTimers } from './kit/timers.ts'

/** A new reservation system is a folder beside this file and a line here. */
const known: readonly Connector[] = [builtIn, standard, sandbox]

export const makeConnectors = (cluster?: Cluster): Connectors =>
  new Map(known.map((connector) => [connector.code, withResilience(connector, cluster)]))
