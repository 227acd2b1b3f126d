import type { Brand } from '@tablewire/contracts/brands'
import type { BrandRecord } from './brand-rows.ts'

export const brandView = ({ id, name, logo, menuLogo, favicon, domains, sdkTheme, theme }: BrandRecord): Brand => ({
  id,
  name,
  logo,
  menuLogo,
  favicon,
  domains,
  sdkTheme,
  theme,
})
