import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, text, whole } from '../kit/wire.ts'
import { AskedAct, pinShape, ProtectedAct, protectedActs, Stay } from './shared-devices.rules.ts'

const Pin = z.string().check(z.regex(pinShape))
const Password = z.string().check(z.minLength(1), z.maxLength(1000))

/** A tablet that the team of a venue shares. `usedAt` is right to five minutes. */
export const SharedDevice = z.object({
  id: Id,
  name: z.string(),
  /** As far as its browser said so. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  setUpBy: z.string(),
  createdAt: Instant,
  usedAt: Instant,
})
export type SharedDevice = z.infer<typeof SharedDevice>

export const SharedDeviceRules = z.object({
  stay: Stay,
  protectedActs: z.array(ProtectedAct).check(z.maxLength(protectedActs.length)),
})
export type SharedDeviceRules = z.infer<typeof SharedDeviceRules>

/** Of the team: whether a PIN is set, never which; until when it is closed after wrong tries. */
export const PinHolder = z.object({ id: Id, name: z.string(), pinSet: z.boolean(), lockedUntil: z.nullable(Instant) })
export type PinHolder = z.infer<typeof PinHolder>

export const SharedDevices = z.object({
  devices: z.array(SharedDevice),
  rules: SharedDeviceRules,
  /** Rises with every save of the rules. */
  version: z.int(),
  people: z.array(PinHolder),
})
export type SharedDevices = z.infer<typeof SharedDevices>

/** What a shared tablet knows of itself. `approves`: a manager, whose PIN lets protected acts through. */
export const DeviceHere = z.object({
  id: Id,
  name: z.string(),
  venueId: Id,
  venueName: z.string(),
  rules: SharedDeviceRules,
  people: z.array(z.object({ id: Id, name: z.string(), approves: z.boolean() })),
})
export type DeviceHere = z.infer<typeof DeviceHere>

/** A token for the header `tablewire-act` or `tablewire-approval`. */
export const LetIn = z.object({ token: z.string(), personId: Id, name: z.string(), expiresInSeconds: z.int() })
export type LetIn = z.infer<typeof LetIn>

/** `details` of the refusal `shared_device.approval_needed`: what is protected, and the name of this one act. */
export const ApprovalNeeded = z.object({ act: AskedAct, digest: z.string() })
export type ApprovalNeeded = z.infer<typeof ApprovalNeeded>

const PinState = z.object({ pinSet: z.boolean(), changedAt: z.nullable(Instant) })
const pinAsked = ['shared_device.only_there', 'pin.wrong', 'pin.locked', 'pin.missing'] as const

export const sharedDevices = defineArea('sharedDevices', {
  list: {
    method: 'GET',
    path: '/v1/venues/:id/shared-devices',
    summary: 'The shared tablets of a venue, its rules for them, and who of the team has a PIN.',
    can: ['read', 'settings-restaurant'],
    audit: 'none',
    params: IdParams,
    result: SharedDevices,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  create: {
    method: 'POST',
    path: '/v1/venues/:id/shared-devices',
    summary: 'Make the device one calls from a shared tablet of the venue. Its token is told this once.',
    status: 201,
    can: ['update', 'settings-restaurant'],
    audit: 'shared_device.created',
    params: IdParams,
    body: z.object({ name: text(60) }),
    result: z.object({ device: SharedDevice, token: z.string() }),
    envelope: 'data',
    errors: ['venue.not_found', 'venue.archived', 'acting.forbidden'],
  },
  end: {
    method: 'DELETE',
    path: '/v1/shared-devices/:id',
    summary: 'Sign a shared tablet out for good: its token and whoever is let in there end at once.',
    can: ['update', 'settings-restaurant'],
    audit: 'shared_device.ended',
    params: IdParams,
    result: z.object({ ended: z.boolean() }),
    envelope: 'data',
    errors: ['shared_device.not_found'],
  },
  rules: {
    method: 'PUT',
    path: '/v1/venues/:id/shared-device-rules',
    summary: 'How long a person stays let in on shared tablets of a venue, and which acts ask for a manager.',
    can: ['update', 'settings-restaurant'],
    audit: 'shared_device.rules_updated',
    params: IdParams,
    body: z.object({ ...SharedDeviceRules.shape, version: whole(0, 2_000_000_000) }),
    result: z.object({ ...SharedDeviceRules.shape, version: z.int() }),
    envelope: 'data',
    errors: ['venue.not_found', 'venue.archived', 'venue.version_stale'],
  },
  resetPin: {
    method: 'DELETE',
    path: '/v1/venues/:id/pins/:userId',
    summary: 'Take the PIN of somebody of the team away, and open it after wrong tries: the person then chooses another one.',
    can: ['update', 'settings-restaurant'],
    audit: 'pin.reset',
    params: z.object({ id: Id, userId: Id }),
    result: PinHolder,
    envelope: 'data',
    errors: ['venue.not_found', 'user.not_found', 'user.above'],
  },
  pin: {
    method: 'GET',
    path: '/user/pin',
    summary: 'Whether one has set a PIN for shared tablets.',
    can: 'session',
    audit: 'none',
    result: PinState,
    envelope: 'data',
    errors: [],
  },
  setPin: {
    method: 'PUT',
    path: '/user/pin',
    summary: "Set one's own PIN for shared tablets: four to six digits.",
    can: 'session',
    audit: 'pin.changed',
    body: z.object({ pin: Pin, currentPassword: Password }),
    result: PinState,
    envelope: 'data',
    errors: ['pin.trivial', 'password.wrong', 'acting.forbidden'],
  },
  removePin: {
    method: 'DELETE',
    path: '/user/pin',
    summary: "Take one's own PIN away: nobody is let in by it any more.",
    can: 'session',
    audit: 'pin.removed',
    result: PinState,
    envelope: 'data',
    errors: ['acting.forbidden'],
  },
  here: {
    method: 'GET',
    path: '/v1/shared-device',
    summary: 'What the shared tablet that asks is, its rules, and who can be let in.',
    can: 'session',
    audit: 'none',
    result: DeviceHere,
    envelope: 'data',
    errors: ['shared_device.only_there'],
  },
  letIn: {
    method: 'POST',
    path: '/v1/shared-device/people',
    summary: 'Let a person of the team in on this shared tablet: the token goes with the acts of that person.',
    can: 'session',
    audit: 'none',
    body: z.object({ personId: Id, pin: Pin }),
    result: LetIn,
    envelope: 'data',
    errors: pinAsked,
  },
  approve: {
    method: 'POST',
    path: '/v1/shared-device/approvals',
    summary: "Approve one protected act with a manager's PIN: the token goes with that act and no other, within two minutes.",
    can: 'session',
    audit: 'none',
    body: z.object({ personId: Id, pin: Pin, ...ApprovalNeeded.shape, digest: z.string().check(z.regex(/^[\w-]{43}$/)) }),
    result: LetIn,
    envelope: 'data',
    errors: [...pinAsked, 'pin.not_manager'],
  },
  stay: {
    method: 'POST',
    path: '/v1/shared-device/stay',
    summary: 'The person who was let in is still there: counted from now.',
    can: 'session',
    audit: 'none',
    result: z.object({ expiresInSeconds: z.int() }),
    envelope: 'data',
    errors: ['shared_device.only_there', 'shared_device.person_needed'],
  },
  lock: {
    method: 'POST',
    path: '/v1/shared-device/lock',
    summary: 'Nobody is let in any more on this shared tablet.',
    can: 'session',
    audit: 'none',
    result: z.object({ locked: z.literal(true) }),
    envelope: 'data',
    errors: ['shared_device.only_there'],
  },
  leave: {
    method: 'DELETE',
    path: '/v1/shared-device',
    summary: "Give this shared tablet up; needs a manager's PIN.",
    can: 'session',
    audit: 'shared_device.ended',
    result: z.object({ ended: z.boolean() }),
    envelope: 'data',
    errors: ['shared_device.only_there', 'shared_device.person_needed', 'shared_device.approval_needed'],
  },
})
