import type { systems } from '@tablewire/contracts/rms/systems'
import type { Handlers } from '#src/platform/http/mount.ts'
import { createSystem } from './create-system.ts'
import { deleteSystem, systemUsage } from './delete-system.ts'
import { listSystemNames, listSystems } from './list-systems.ts'
import { listKeys, revokeKey, rotateKey } from './rotate-key.ts'
import { listSystemChannels, updateSystemChannel } from './system-channels.ts'
import { addSystemUser, listSystemUsers, removeSystemUser } from './system-users.ts'
import { readSystem } from './system-view.ts'
import { updateSystem } from './update-system.ts'

export const systemsHandlers: Handlers<typeof systems> = {
  list: (ctx, { query }) => listSystems(ctx, query),
  names: (ctx, { query }) => listSystemNames(ctx, query),
  get: (ctx, { params }) => readSystem(ctx, params.id),
  create: (ctx, { body }) => createSystem(ctx, body),
  update: (ctx, input) => updateSystem(ctx, input),
  delete: (ctx, { params }) => deleteSystem(ctx, params.id),
  usage: (ctx, { params }) => systemUsage(ctx, params.id),
  keys: (ctx, { params }) => listKeys(ctx, params.id),
  rotateKey: (ctx, { params }) => rotateKey(ctx, params.id),
  revokeKey: (ctx, { params }) => revokeKey(ctx, params),
  channels: (ctx, input) => listSystemChannels(ctx, input),
  updateChannel: (ctx, input) => updateSystemChannel(ctx, input),
  users: (ctx, input) => listSystemUsers(ctx, input),
  addUser: (ctx, input) => addSystemUser(ctx, input),
  removeUser: (ctx, { params }) => removeSystemUser(ctx, params),
}
