import { aTarget } from '../../../tests/build/a-rms.ts'
import { conformance } from '../kit/conformance.ts'
import type { Connector } from '../kit/connector.ts'
import { sandbox } from './connector.ts'

conformance(sandbox as Connector, () => aTarget())
