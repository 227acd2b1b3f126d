import type {} from './gateway-rows.ts'

export { type Gateway, gatewayById, gatewayFor } from './gateway-of.ts'
export { type GatewayCall, type Inbound, readDelivery, readInbound } from './read-calls.ts'
export { maySendAgain, sendText } from './send-text.ts'
export { readWhatsapp } from './whatsapp.ts'
export { isVerifyToken } from './addresses.ts'
export { isStopped, start, stop, stoppedAmong } from './stops.ts'
export { takeAnswer } from './take-answer.ts'
