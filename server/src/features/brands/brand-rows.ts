import type { Brand } from '@tablewire/contracts/brands'
import type { Generated, Selectable } from 'kysely'
import type { JsonColumn } from '#src/platform/db/schema.ts'

type Brands = {
  id: string
  name: string
  /** Path on this server, or an address. */
  logo: string
  menuLogo: string
  favicon: string
  /** Host names in lower case, without port and without a leading `panel.`. */
  domains: string[]
  sdkTheme: string
  theme: JsonColumn<Brand['theme']>
  isDefault: boolean
  createdAt: Generated<string>
}
export type BrandRecord = Selectable<Brands>

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    brands: Brands
  }
}
