import type { Brand } from '@tablewire/contracts/identity/brands'

/** What stands on the screen when the page came without a brand (BR3). */
const unbranded: Brand = {
  id: '00000000-0000-0000-0000-000000000000',
  name: 'Tablewire',
  logo: '',
  menuLogo: '',
  favicon: '',
  domains: [],
  sdkTheme: 'dark',
  theme: { mode: 'dark', palette: { primary: '#7367F0' }, buttonHover: {} },
}

const read = (): Brand => {
  try {
    return { ...unbranded, ...(JSON.parse(document.getElementById('brand')?.textContent ?? '{}') as Partial<Brand>) }
  } catch {
    return unbranded
  }
}

/** The brand of the host, as the server wrote it into the page. */
export const brand: Brand = read()
