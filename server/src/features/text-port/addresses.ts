import type { TextDialect } from '@tablewire/contracts/channels/text-gateways'
import type { Ctx } from '#src/platform/ctx.ts'

/** What Kannel fills in itself when somebody writes (get-url of its sms-service); the password is appended by who sets it up. */
const kannelFields = 'from=%p&text=%a&id=%I&password='

/** Where a gateway tells us of answers and deliveries. */
export const addressesOf = (
  origin: string,
  { id, dialect }: { id: string; dialect: TextDialect },
): { inboundUrl: string; deliveryUrl: string } => {
  const at = `${origin}/text/${id}`
  // Meta tells all by one address.
  if (dialect === 'whatsapp') return { inboundUrl: `${at}/whatsapp`, deliveryUrl: `${at}/whatsapp` }
  return { inboundUrl: dialect === 'kannel' ? `${at}/inbound?${kannelFields}` : `${at}/inbound`, deliveryUrl: `${at}/delivery` }
}

const addressPurpose = 'whatsapp address'
/** What Meta shows when it is told our address, so that it is believed. */
export const verifyTokenOf = ({ ports: { secrets } }: Ctx, id: string): string => secrets.signShort(addressPurpose, id)
export const isVerifyToken = ({ ports: { secrets } }: Ctx, id: string, shown: string): boolean =>
  secrets.verifyShort(addressPurpose, id, shown)

const purpose = 'text delivery'
/** Kannel signs nothing, so the address by which it tells of one text is signed itself; it fills in %d and %A. */
export const kannelDeliveryUrl = ({ ports: { secrets } }: Ctx, deliveryUrl: string, ref: string): string =>
  `${deliveryUrl}?ref=${ref}&sig=${secrets.signShort(purpose, ref)}&state=%d&reason=%A`
export const isOurDelivery = ({ ports: { secrets } }: Ctx, ref: string, signature: string): boolean =>
  secrets.verifyShort(purpose, ref, signature)
