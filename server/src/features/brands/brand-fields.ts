import { domainToUnicode } from 'node:url'
import type { brands } from '@tablewire/contracts/identity/brands'
import { domainIn } from '@tablewire/contracts/identity/brands.rules'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { Ctx } from '#src/platform/ctx.ts'
import { type FieldProblems, Problem } from '#src/platform/problem.ts'
import { shippedBrands } from './shipped-brands.ts'

type Fields = Received<typeof brands.create>['body']
type Pictures = Pick<Fields, 'logo' | 'menuLogo' | 'favicon'>

const pictureNames = ['logo', 'menuLogo', 'favicon'] as const
const shipped = new Set(shippedBrands.flatMap(({ logo, menuLogo, favicon }) => [logo, menuLogo, favicon]))

/** Written as punycode, a name has to keep the rule of its letters as well. */
const domainOfText = (given: string): string | undefined => {
  const domain = domainIn(given)
  return domain?.includes('xn--') ? domainIn(domainToUnicode(domain)) : domain
}

/** Pictures are paths this server itself gave: no brand can make anybody's browser or mail program ask somewhere else. */
const unknownPictures = async (ctx: Ctx, given: Pictures, before: Partial<Pictures>): Promise<(keyof Pictures)[]> => {
  const fresh = pictureNames.filter((name) => given[name] !== '' && given[name] !== before[name] && !shipped.has(given[name]))
  if (fresh.length === 0) return []
  const known = await ctx.db
    .updateTable('brandPictures')
    .set({ usedAt: ctx.clock().toString() })
    .where(
      'path',
      'in',
      fresh.map((name) => given[name]),
    )
    .returning('path')
    .execute()
  return fresh.filter((name) => !known.some(({ path }) => path === given[name]))
}

/** The logo of something that is no brand: a path this server gave, none, or the one that stands there. */
export const requirePicture = async (ctx: Ctx, logo: string, before: string): Promise<void> => {
  const unknown = await unknownPictures(ctx, { logo, menuLogo: '', favicon: '' }, { logo: before })
  if (unknown.length > 0) throw new Problem('request.invalid', {}, { logo: [{ issue: 'invalid' }] })
}

/** Of pictures named earlier those that were not cleared away since; none in place of the others. */
export const stillThere = async (ctx: Ctx, pictures: Pictures): Promise<Pictures> => {
  const gone = await unknownPictures(ctx, pictures, {})
  const still = (name: keyof Pictures): string => (gone.includes(name) ? '' : pictures[name])
  return { logo: still('logo'), menuLogo: still('menuLogo'), favicon: still('favicon') }
}

/** What will stand in the row, or one refusal that names every field at once. In the transaction of the write: pictures count as used by it. */
export const requireFields = async (ctx: Ctx, body: Fields, before: Partial<Pictures> = {}) => {
  const fields: FieldProblems = {}
  const domains = body.domains.map((given, index) => {
    const domain = domainOfText(given)
    if (!domain) fields[`domains.${index}`] = [{ issue: 'domain' }]
    return domain ?? ''
  })
  for (const name of await unknownPictures(ctx, body, before)) fields[name] = [{ issue: 'invalid' }]
  if (Object.keys(fields).length > 0) throw new Problem('request.invalid', {}, fields)
  const { name, logo, menuLogo, favicon, sdkTheme, theme } = body
  return { name, logo, menuLogo, favicon, sdkTheme, domains: [...new Set(domains)], theme: JSON.stringify(theme) }
}

/** Says which domain belongs to whom already. Asked before the write; the database refuses whoever comes second at the same moment. */
export const refuseTakenDomains = async (ctx: Ctx, domains: readonly string[], ownId: string): Promise<void> => {
  if (domains.length === 0) return
  const taken = await ctx.db
    .selectFrom('brandDomains as d')
    .innerJoin('brands as b', 'b.id', 'd.brandId')
    .select(['d.domain', 'b.name'])
    .where('d.domain', 'in', [...domains])
    .where('d.brandId', '<>', ownId)
    .orderBy('d.domain')
    .limit(1)
    .executeTakeFirst()
  if (taken) throw new Problem('brand.domain_taken', { domain: taken.domain, brand: taken.name })
}
