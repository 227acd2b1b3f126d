import { textParts } from '@tablewire/contracts/booking/text-parts.rules'
import { linkOrigin } from '#src/features/factors/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { AddressRefused } from '#src/platform/net/guard.ts'
import { addressesOf } from './addresses.ts'
import type { Taking, TextMessage } from './dialect.ts'
import { dialects } from './dialects.ts'
import type { Gateway } from './gateway-of.ts'

const timeoutMs = 20_000
const bytesOfInterest = 2000

/** `unclear`: no answer came, and it may have gone. */
export type Sending = Taking | { taken: false; again: true; unclear: true; said: string }

const neverLeft = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/

/** Some gateways repeat what they were asked: no secret, and no number, is kept of it. */
const withoutSecrets = (said: string, { secret }: Gateway, { to }: TextMessage): string =>
  [secret, to, to.slice(1)].reduce((text, hidden) => (hidden ? text.replaceAll(hidden, '…') : text), said)

/** Hands one text to a gateway; never throws for what the gateway, or the way to it, does. */
export const sendText = async (ctx: Ctx, gateway: Gateway, message: TextMessage): Promise<Sending> => {
  const { dialect: name } = gateway
  const { config, send } = ctx.ports
  if (name === 'log' || config.outgoing === 'none') {
    const { parts, places } = textParts(message.text)
    ctx.log.info({ ref: message.ref, to: `…${message.to.slice(-2)}`, parts, places }, 'a text message is only noted')
    return { taken: true }
  }
  const dialect = dialects[name]
  const { deliveryUrl } = addressesOf(await linkOrigin(ctx), { id: gateway.id, dialect: name })
  const { url, ...outgoing } = dialect.request(ctx, gateway, { ...message, deliveryUrl })
  try {
    const answer = await send(url, { origins: config.channelServices }, { ...outgoing, timeoutMs, longest: bytesOfInterest })
    const taking = dialect.read(answer)
    return taking.taken ? taking : { ...taking, said: withoutSecrets(taking.said, gateway, message) }
  } catch (error) {
    if (error instanceof AddressRefused) return { taken: false, again: false, said: 'the address is not a public one' }
    const { code = '', name: kind } = error as NodeJS.ErrnoException
    const said = kind === 'TimeoutError' ? 'no answer in time' : code || 'no answer'
    return neverLeft.test(code) ? { taken: false, again: true, said } : { taken: false, again: true, unclear: true, said }
  }
}

/** Whether a gateway that did not answer may be asked once more without writing to the guest twice. */
export const maySendAgain = ({ dialect }: Gateway): boolean => dialect === 'log' || dialects[dialect].knowsRefs
