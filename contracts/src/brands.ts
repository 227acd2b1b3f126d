import { z } from 'zod/mini'
import { defineArea } from './endpoint.ts'
import { Id } from './wire.ts'

/** BR1. `theme.palette` maps names such as `primary` to colours; `mode` overrides the user's choice (BR2). */
export const Brand = z.object({
  id: Id,
  name: z.string(),
  logo: z.string(),
  menuLogo: z.string(),
  favicon: z.string(),
  domains: z.array(z.string()),
  sdkTheme: z.string(),
  theme: z.object({
    mode: z.enum(['light', 'dark', 'semi-dark']),
    palette: z.record(z.string(), z.string()),
    buttonHover: z.record(z.string(), z.string()),
  }),
})
export type Brand = z.infer<typeof Brand>

export const brands = defineArea('brands', {
  current: {
    method: 'GET',
    path: '/brand',
    summary: 'The brand of the host that was asked.',
    can: 'public',
    audit: 'none',
    result: Brand,
    envelope: 'data',
    errors: [],
  },
})
