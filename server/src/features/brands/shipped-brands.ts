import type { Brand } from '@tablewire/contracts/identity/brands'

const pictures = (name: string): Pick<Brand, 'logo' | 'menuLogo' | 'favicon'> => ({
  logo: `/brands/${name}-logo.svg`,
  menuLogo: `/brands/${name}-menu-logo.svg`,
  favicon: `/brands/${name}-favicon.svg`,
})

/** The default brand, for every host that no brand claims (BR2). */
export const defaultBrand: Brand = {
  id: '01900000-0000-7000-8000-0000000000b1',
  name: 'Tablewire',
  ...pictures('tablewire'),
  domains: ['tablewire.test'],
  sdkTheme: 'tablewire',
  theme: {
    mode: 'dark',
    palette: {
      primary: '#7367F0',
      secondary: '#8A8D99',
      success: '#28C76F',
      error: '#FF6B6C',
      warning: '#FF9F43',
      info: '#26C6F9',
      background: '#16171D',
      paper: '#1F2029',
    },
    buttonHover: { primary: '#5E50EE', secondary: '#6E7180' },
  },
}

/** The brands of a first start. Names under `.localhost` reach this machine in every current browser, without any set-up. */
export const shippedBrands: readonly Brand[] = [
  defaultBrand,
  {
    id: '01900000-0000-7000-8000-0000000000b2',
    name: 'Mesa Naranja',
    ...pictures('mesa-naranja'),
    domains: ['naranja.localhost', 'mesa-naranja.test'],
    sdkTheme: 'mesa-naranja',
    theme: {
      mode: 'light',
      palette: {
        primary: '#C2410C',
        secondary: '#6B5B53',
        success: '#2E7D32',
        error: '#C62828',
        warning: '#B45309',
        info: '#0369A1',
        background: '#FFF8F2',
        paper: '#FFFFFF',
      },
      buttonHover: { primary: '#9A3412', secondary: '#54463F' },
    },
  },
  {
    id: '01900000-0000-7000-8000-0000000000b3',
    name: 'Verdant',
    ...pictures('verdant'),
    domains: ['verdant.localhost', 'verdant.test'],
    sdkTheme: 'verdant',
    theme: {
      mode: 'light',
      palette: {
        primary: '#15803D',
        secondary: '#56645A',
        success: '#2E7D32',
        error: '#C62828',
        warning: '#B45309',
        info: '#0369A1',
        background: '#F4FBF5',
        paper: '#FFFFFF',
      },
      buttonHover: { primary: '#166534', secondary: '#434F47' },
    },
  },
]
