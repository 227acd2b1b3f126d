import type { Lang } from '@tablewire/contracts/kit/wire'

/** What a tenant is furnished for. `brand`: the row of the brand it wears, by column; `restaurant`: what its first house is called after. */
export type TenantAsk = {
  linkId: string
  lang: Lang
  zone: string | null
  endsAt: string
  brand: Readonly<Record<string, unknown>> | null
  restaurant: { name: string; cuisine: string | null; city: string | null } | null
}
export type Tenant = { tenantId: string; accessToken: string }

/**
 * Demos, each a tenant of its own. They live in a database of their own, served by a second application inside of this process whose ports let
 * nothing out: what is there is in no list of anybody else, because it is in no table of anybody else.
 */
export type Demos = {
  /** The most that are alive at a time; 0 = none here. */
  readonly most: number
  /** The tenant of that link, made ahead where one is ready, and a new session in it. `full`: as many are alive as may be. */
  start: (ask: TenantAsk) => Promise<Tenant | 'full'>
  /** Removes tenants and all that is theirs. */
  remove: (tenantIds: readonly string[]) => Promise<void>
  /** Makes tenants ahead until enough are ready, and removes those whose time is over. */
  prepare: (langs: readonly Lang[]) => Promise<void>
}

/** Access tokens of demos begin so: the request goes to the demos' application as it is. */
export const demoTokenPrefix = 'demo_'
