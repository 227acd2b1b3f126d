import type { textGateways } from '@tablewire/contracts/channels/text-gateways'
import type { Handlers } from '#src/platform/http/mount.ts'
import { createGateway, listGateways, updateGateway } from './gateways.ts'
import { tryGateway } from './try-gateway.ts'

export const textGatewaysHandlers: Handlers<typeof textGateways> = {
  list: (ctx) => listGateways(ctx),
  create: (ctx, { body }) => createGateway(ctx, body),
  update: (ctx, input) => updateGateway(ctx, input),
  try: (ctx, { params, body }) => tryGateway(ctx, { id: params.id, to: body.to }),
}
