import type { Brand } from '@tablewire/contracts/identity/brands'

/** A brand that has nothing but its theme. */
export const aBrand = (theme: Partial<Brand['theme']> = {}): Brand => ({
  id: '01900000-0000-7000-8000-000000000000',
  name: 'Any',
  logo: '',
  menuLogo: '',
  favicon: '',
  domains: [],
  sdkTheme: 'any',
  theme: { mode: 'dark', palette: {}, buttonHover: {}, ...theme },
})
