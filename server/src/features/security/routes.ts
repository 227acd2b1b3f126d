import type { security } from '@tablewire/contracts/identity/security'
import { securityState, startPasskeyProof, startPasskeySignIn } from '#src/features/factors/api.ts'
import { requireNotActing, requireUser } from '#src/features/people/api.ts'
import type { Handlers } from '#src/platform/http/mount.ts'
import {
  activateTotp,
  beginPasskey,
  beginTotp,
  disableTotp,
  dropPasskey,
  giveName,
  keepPasskey,
  replaceRecoveryCodes,
} from './change-factors.ts'
import { endOneSession, endOtherSessions } from './end-sessions.ts'
import { listSessions } from './list-sessions.ts'

export const securityHandlers: Handlers<typeof security> = {
  passkeyOptions: (ctx) => startPasskeySignIn(ctx),
  sessions: (ctx) => listSessions(ctx),
  endSession: (ctx, { params }) => endOneSession(ctx, params.id),
  endOtherSessions: (ctx) => endOtherSessions(ctx),
  state: (ctx) => securityState(ctx, requireUser(ctx).id),
  proofOptions: (ctx) => startPasskeyProof(ctx, requireNotActing(ctx).id),
  startTotp: (ctx, { body }) => beginTotp(ctx, body),
  confirmTotp: (ctx, { body }) => activateTotp(ctx, body),
  disableTotp: (ctx, { body }) => disableTotp(ctx, body),
  renewRecoveryCodes: (ctx, { body }) => replaceRecoveryCodes(ctx, body),
  startPasskey: (ctx, { body }) => beginPasskey(ctx, body),
  addPasskey: (ctx, { body }) => keepPasskey(ctx, body),
  renamePasskey: (ctx, { params, body }) => giveName(ctx, params.id, body.name),
  deletePasskey: (ctx, { params, body }) => dropPasskey(ctx, params.id, body),
}
