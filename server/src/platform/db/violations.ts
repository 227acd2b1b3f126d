import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import { Problem } from '../problem.ts'

/** `value`: the name under which the sentence takes what clashed. */
type Rule = { code: ErrorCode; field?: string; issue?: string; value?: string; others?: Record<string, string> }

/** What the database keeps unique or whole by these names, in the product's words: the one place where a constraint becomes a refusal. */
const rules: Record<string, Rule> = {
  venues_external: { code: 'venue.external_id_taken', field: 'externalId' },
  venues_external_of_system: { code: 'venue.external_id_taken', field: 'externalId' },
  areas_external: { code: 'request.invalid', field: 'externalId' },
  partner_ids_company: { code: 'company.external_id_taken', field: 'externalId' },
  partner_ids_group: { code: 'group.external_id_taken', field: 'externalId' },
  groups_name: { code: 'group.name_taken', field: 'name' },
  users_email: { code: 'user.email_taken', field: 'email' },
  users_username: { code: 'user.username_taken', field: 'username' },
  channels_name: { code: 'channel.name_taken', field: 'name' },
  systems_code_key: { code: 'system.code_taken', field: 'code', issue: 'system.code_taken', value: 'code' },
  systems_name: { code: 'system.name_taken', field: 'name', issue: 'system.name_taken', value: 'name' },
  brand_domains_pkey: { code: 'brand.domain_taken', value: 'domain', others: { brand: '…' } },
  webhook_endpoints_url: { code: 'webhook.address_taken', field: 'url', issue: 'webhook.address_taken' },
}

type Violation = { constraint?: string; detail?: string }

/** The refusal a constraint stands for; undefined = none that anybody is to be told by name. */
export const violationOf = (error: unknown): Problem | undefined => {
  const { constraint = '', detail = '' } = (error ?? {}) as Violation
  const rule = Object.hasOwn(rules, constraint) ? rules[constraint] : undefined
  if (!rule) return undefined
  const { code, field, issue = 'taken', value, others = {} } = rule
  const values = value === undefined ? others : { ...others, [value]: /=\((.*)\) already/.exec(detail)?.[1] ?? '' }
  return new Problem(code, values, field === undefined ? undefined : { [field]: [{ issue, values }] })
}
