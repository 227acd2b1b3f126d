import type { Brand } from '@tablewire/contracts/identity/brands'
import type { MailContent } from '#src/platform/mail/layout.ts'

/** BR4: how a mail wears the brand. Mail programs show PNG and JPEG; any other logo, or none, is left to the brand's name. `base`: where we are reached. */
export const mailBrand = ({ name, logo, theme }: Brand, base: string | undefined): MailContent['brand'] => ({
  name,
  colour: theme.palette['primary'] ?? '',
  ...(base && /\.(png|jpg)$/.test(logo) ? { logoUrl: new URL(logo, base).href } : {}),
})
