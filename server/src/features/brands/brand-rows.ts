import type { Brand } from '@tablewire/contracts/identity/brands'
import type { Generated, Selectable } from 'kysely'
import type { DefaultedInstant, InstantColumn, JsonColumn, NullableInstant } from '#src/platform/db/schema.ts'

type Brands = {
  id: string
  name: string
  /** Path on this server; empty = none. */
  logo: string
  menuLogo: string
  favicon: string
  /** As `domainOf` writes them; a trigger keeps them unique over all brands. */
  domains: string[]
  sdkTheme: string
  theme: JsonColumn<Brand['theme']>
  isDefault: boolean
  version: Generated<number>
  createdAt: DefaultedInstant
  updatedAt: DefaultedInstant
}
export type BrandRecord = Selectable<Brands>

type BrandDomains = { domain: string; brandId: string }
type BrandPictures = {
  path: string
  contentType: string
  width: number
  height: number
  bytes: number
  createdAt: InstantColumn
  usedAt: NullableInstant
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    brands: Brands
    brandDomains: BrandDomains
    brandPictures: BrandPictures
  }
}
