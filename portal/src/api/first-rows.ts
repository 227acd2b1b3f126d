import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import type { Input } from './request.ts'
import { pageSize } from './rows-window.ts'
import type { Session } from './stored-session.ts'

type Address = Readonly<Record<string, string | undefined>>

/** The first request of each list, by its route and the stored session; written where the list itself takes it from. */
export type FirstRows = (address: Address, session: Session) => { endpoint: Endpoint; inputs: readonly Input[] }

/** The first page of a list, as `useRows` asks for it. */
export const firstPage = ({ query, ...rest }: Input): Input => ({ ...rest, query: { ...query, offset: 0, limit: pageSize } })
