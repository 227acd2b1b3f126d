import { type ErrorCode, problems } from '@tablewire/contracts/kit/problem'
import type { ErrorHelp as Help } from '#src/platform/docs/page-errors.ts'
import { elsewhere } from './error-help-elsewhere.ts'

const checkId = 'Check the id and whose it is. What belongs to somebody else looks the same as what is not there.'
const stale = (what: string): Help => [
  `You sent the version of ${what} that you had read, and somebody saved another one since.`,
  'Read it again, look at what changed, and send your change with the version you have read now.',
]
const taken = (what: string): Help => [`Another one has ${what} already.`, 'Use that one, or choose another value. Nothing was made.']
const file = (what: string): Help => [what, 'Save the file anew in its program and send it again.']
const people = 'Somebody who has that right has to do it.'

const known: Readonly<Record<string, Help>> = {
  'request.invalid': [
    'A part of the request is missing, of the wrong kind or outside its limits.',
    'Read `errors`: it names each field with what is wrong. Sending the same again gives the same answer.',
  ],
  'request.malformed': ['The body is not the JSON that its headers announce.', 'Send UTF-8 JSON, whole, with its right length.'],
  'request.too_large': [
    'The body is larger than 1 MB, or headers are longer than 16 kB.',
    'Send less at once: page through lists, split batches.',
  ],
  'request.media_type': ['The body came as another content type.', 'Send `Content-Type: application/json`.'],
  'route.unknown': ['No call has this method and address.', 'Compare both with the reference; a path has no slash at its end.'],
  'session.missing': [
    'No access token came, or it is not one of ours.',
    'Send `Authorization: Bearer` with the token of `POST /v2/token`.',
  ],
  'session.expired': [
    'The access token ran out, or its session was ended.',
    'Renew it with the refresh token; when that is refused, sign in again.',
  ],
  'channel_key.invalid': [
    'The key of the booking channel is missing, mistyped, replaced, or its channel was switched off.',
    'Send it as `x-token` or as a bearer token. After a rotation use the new one. Ask whoever gave it to you when it should be good.',
  ],
  'system_key.invalid': [
    'The key of the reservation system is missing, mistyped, revoked or past its date.',
    'Send it as a bearer token; it begins with `rms_`. Ask whoever gave it to you when it should be good.',
  ],
  'access.denied': [
    'You are known, but this is not among your rights.',
    `Do not repeat it. ${people} The reference names the right with each call.`,
  ],
  'rate.limited': [
    'More calls came in this minute than your limit allows.',
    'Wait the seconds in `Retry-After`, then go on. Watch `RateLimit-Remaining` to stay below.',
  ],
  'server.failed': [
    'The fault is ours; it has been written down under the `x-request-id` of the answer.',
    'Repeat it with the same `Idempotency-Key`, with growing pauses. When it stays, tell us the `x-request-id`.',
  ],
  'server.busy': [
    'There is more to do at this moment than can be done.',
    'Wait as `Retry-After` says and repeat with the same `Idempotency-Key`.',
  ],
  'key.reused': [
    'This `Idempotency-Key` came within 24 hours with another body or another call.',
    'Use a new key for each intention; keep it only for repetitions.',
  ],
  'key.in_flight': [
    'The first request with this `Idempotency-Key` has no answer yet.',
    'Wait as `Retry-After` says and repeat it: you get the first one’s answer.',
  ],
  'credentials.invalid': [
    'User name and password do not belong together.',
    'Correct them. After ten failures the account waits for a quarter of an hour.',
  ],
  'access.no_role': ['The account is good, but has no role that may use this product.', 'An administrator gives it one.'],
  'token.invalid': ['The link or refresh token was used already, was replaced or is too old.', 'Ask for a new one, or sign in again.'],
  'client.unknown': [
    '`client_id` and `client_secret` are not those of a known application.',
    'Send those of the portal, `portal` and `portal`.',
  ],
  'grant.unsupported': ['`grant_type` is none of those this server takes.', 'Use one that `POST /v2/token` names.'],
  'password.wrong': ['The current password, asked for once more, is not right.', 'Ask the person for it again.'],
  'password.common': ['The password is among the first that anybody would try.', 'Choose another one.'],
  'password.own_words': ['The password is made of the person’s own name or address.', 'Choose another one.'],
  'password.unchanged': ['It is the password the account has already.', 'Choose another one.'],
  'login.locked': [
    'Too many attempts failed for this account or from this address.',
    'Wait the minutes named; a new password by mail works at once.',
  ],
  'second_factor.required': ['The password was right, and the account has a second factor.', 'Continue with the challenge in `details`.'],
  'password.one_time': [
    'The password was given for one sign-in.',
    'Choose one with the `token` in `details` at `POST /recover-password/{token}`.',
  ],
  'second_factor.wrong': [
    'The code is wrong, too old or used up.',
    'Wait for the next code of the app and send that, or use a recovery code.',
  ],
  'challenge.expired': ['The sign-in was not finished in time, or was tried too often.', 'Begin again with the password.'],
  'passkey.refused': ['The answer of the authenticator could not be verified.', 'Start a new ceremony and answer its own challenge.'],
  'otp.wrong': ['The code is wrong, too old or used up.', 'Wait for the next code of the app and send that.'],
  'totp.active': ['Codes of an app are set up already.', 'Remove them first when another app shall make them.'],
  'totp.missing': ['Codes of an app are not set up, or setting up was never finished.', 'Start with `POST /user/totp`.'],
  'second_factor.missing': [
    'Recovery codes stand beside a second factor, and there is none.',
    'Set up codes of an app or a passkey first.',
  ],
  'passkey.impossible': ['Browsers offer passkeys only under a host name with https.', 'Open the portal under its name.'],
  'passkey.known': ['This authenticator is registered for the account.', 'Nothing is to be done.'],
  'passkey.too_many': ['The account has as many passkeys as it may.', 'Remove one that is no longer used.'],
  'acting.denied': ['That person has rights you do not have, or belongs to nobody you may act for.', 'Choose another account.'],
  'acting.forbidden': ['Some things only people themselves may do.', 'Stop acting first.'],
  'acting.none': ['The session is your own already.', 'Nothing is to be done.'],
  'area.not_found': [
    'The venue has no such area, or it cannot be booked online.',
    'Ask `GET /v1/bc/areas` for those of the moment and send one of their ids.',
  ],
  'hold.not_found': [
    'There is no hold with this id, or it belongs to another channel.',
    'Make a new hold. One that ran out answers `hold.expired`.',
  ],
  'export.expired': ['The link to the file is past its time.', 'Ask for the export again.'],
  'venue.external_id_taken': taken('this venue id'),
  'venue.zone_unknown': ['The time zone is none of the IANA database.', 'Send a name like `Europe/Madrid`.'],
  'venue.version_stale': stale('the venue'),
  'venue.ambiguous': ['Your own id stands at several venues.', 'Name the venue by our id, and give each an id of its own.'],
  'venue.license_inactive': ['The venue has no such licence any more.', 'Its owner renews the licence.'],
  'venue.archived': ['The venue stands in the archive.', 'Restore it first.'],
  'venue.not_archived': ['The venue does not stand in the archive.', 'Nothing is left to do.'],
  'venue.has_reservations': ['Guests are still to come to the venue.', 'Cancel or move them, or send `confirmed`.'],
  'venue.merged': ['The venue was merged into another one.', 'Restore it by itself, which takes the merge apart.'],
  'venue.merge_itself': ['A venue is not merged into itself.', 'Name the other of the two in `other`.'],
  'venue.merge_company': ['The venues belong to different companies.', 'Move one to the other company first.'],
  'venue.merge_system': [
    'The venue that would go is kept by a reservation system of its own, which would bring it back.',
    'Keep that one and merge the other into it, or end it at its system first.',
  ],
  'venue.merge_zone': ['The venues lie in different time zones.', 'Set the time zone of the one where it is wrong.'],
  'venue.merge_guests': ['Guests are still at the venue that would go, or to come.', 'Wait for the last of them, or rebook them.'],
  'export.failed': ['Writing the file failed.', 'Ask for the export again.'],
  'export.too_many': ['Several of your exports are still being written.', 'Wait until one is done.'],
  'book.version_stale': stale('the book'),
  'tables.version_stale': stale('the tables'),
  'seat.version_stale': stale('where the party sits'),
  'book.area_in_use': ['Reservations to come sit in this area.', 'Move or cancel them first, or take the area offline instead.'],
  'book.inconsistent': ['Two rules of the book cannot hold together.', 'Read `message`: it names them.'],
  'book.conflict_not_found': ['The reservation is in no conflict, or it has been settled.', 'Read the conflicts again.'],
  'channel.name_taken': taken('this name'),
  'channel.not_linked': [
    'The venue is not live on your channel.',
    'Ask `GET /v1/bc/venues` for those you may sell; the venue links itself, or you approve it.',
  ],
  'system.code_taken': taken('this code'),
  'system.name_taken': taken('this name'),
  'system.version_stale': stale('the reservation system'),
  'system.built_in': ['The built-in book is part of the product.', 'Choose another system.'],
  'system.in_use': ['Venues and reservations still belong to the system.', 'Move its venues first.'],
  'system_user.not_found': ['Nobody with this e-mail address has an account.', 'Invite the person first.'],
  'system_user.not_agent': ['The account lacks the role Customer Agent for reservation systems.', 'An administrator gives it the role.'],
  'system_user.elsewhere': ['The person looks after another reservation system.', 'Remove them there first.'],
  'system.inactive': ['The reservation system is switched off.', 'An administrator switches it on.'],
  'sync_task.running': ['The same kind of task is at work for this system.', 'Wait for its end, or cancel it.'],
  'sync_task.nothing_failed': ['Every row of the task went well.', 'Nothing is to be done.'],
  'channel.version_stale': stale('the channel'),
  'channel.in_use': ['Reservations of the channel exist and need it.', 'Switch it off instead.'],
  'channel.inactive': ['The channel is switched off.', 'An administrator switches it on.'],
  'channel.move_illegal': [
    'The link between venue and channel is in a state from which this move does not lead.',
    'Read the link: its state and its legal moves stand there.',
  ],
  'channel.key_not_found': ['There is no such key, or it was revoked.', checkId],
  'channel.no_agent': ['The account lacks the role of a booking channel’s agent.', 'An administrator gives it the role.'],
  'test_mode.apart': [
    'Tests and what is real do not meet: one of the two is a test and the other is not.',
    'Use test venues with test keys, real ones with real keys.',
  ],
  'test_mode.already': ['This is a test itself, or has its twin for tests already.', 'Use the one that is there.'],
  'webhook.address_refused': [
    'The address leads into a private network, or does not begin with https.',
    'Use a public https address. On your own machine, use `tablewire listen` instead.',
  ],
  'webhook.address_taken': ['The channel has an endpoint with this address.', 'Use that one; `GET /v1/bc/webhooks` lists them.'],
  'webhook.too_many': ['The channel has as many endpoints as it may.', 'Remove one that is no longer used.'],
  'webhook.version_stale': stale('the endpoint'),
  'webhook.unverified': [
    'The endpoint has not answered its challenge.',
    'Verify it first: answer the `challenge` in the body, with status 200.',
  ],
  'stream.too_many': ['As many streams as allowed are open for this channel.', 'Close one; `tablewire listen` needs one only.'],
  'user.above': ['The person has rights you do not have.', people],
  'user.right_not_held': ['Nobody gives away what they do not hold.', people],
  'user.is_oneself': ['This cannot be done to one’s own account.', 'Another administrator does it.'],
  'user.last_super_admin': ['Nobody could do everything any more.', 'Make somebody else a super admin first.'],
  'user.version_stale': stale('the user'),
  'user.email_taken': taken('this e-mail address'),
  'user.username_taken': taken('this user name'),
  'user.sees_all': ['Administrators see every venue.', 'Make the person a manager before limiting what they see.'],
  'user.joined': ['The person has a password of their own.', 'They ask for a new one at the sign-in.'],
  'user.cannot_sign_in': ['People of this role do not sign in here.', 'Choose another role, or do not invite.'],
  'user.of_platform': ['A super admin belongs to no company.', 'Leave `companyId` out, or choose another role.'],
  'user.disabled': ['The account is disabled.', 'Enable it first.'],
  'company.external_id_taken': taken('this company id'),
  'company.version_stale': stale('the company'),
  'company.has_venues': ['Venues still belong to the company.', 'Move them first.'],
  'group.external_id_taken': taken('this brand id'),
  'group.version_stale': stale('the group'),
  'group.name_taken': taken('this name'),
  'trace.not_found': ['There is no such trace, it is not yours, or it is older than 30 days.', 'Search by booking or by time.'],
  'reservation.not_remote': ['The booking is kept in the built-in book only.', 'There is no other system to ask.'],
  'undo.impossible': ['A change of this kind has no way back.', 'Set the value you want by hand.'],
  'undo.changed_since': ['The fields were changed again later.', 'Look at what stands there now and decide.'],
  'undo.done': ['It was taken back before.', 'Nothing is to be done.'],
  'push.address_refused': ['The browser’s push service is not known here.', 'Name its origin in `PUSH_SERVICES`.'],
  'push.no_device': ['No device of the person allowed notifications.', 'Allow them on one first.'],
  'brand.domain_taken': ['Another brand answers under this domain.', 'Remove it there first.'],
  'brand.version_stale': stale('the brand'),
  'brand.is_default': ['Unknown hosts are shown the default brand.', 'Make another brand the default first.'],
  'brand.in_use': ['Companies still carry the brand.', 'Give them another one first.'],
  'picture.too_large': ['The file is larger than a logo may be.', 'Save it smaller.'],
  'picture.type_refused': ['The content of the file is of another kind.', 'Send one of the kinds named.'],
  'picture.broken': file('The file is damaged or cut off.'),
  'picture.size_refused': ['A side of the picture is shorter or longer than allowed.', 'Scale it.'],
  'picture.moving': ['The picture moves.', 'Send a still one.'],
  'picture.svg_refused': ['The SVG holds scripts, links or other things that run.', 'Save it as plain shapes.'],
  'import.row_not_found': ['The import has no such row to decide about.', 'Read its findings again.'],
  'import.version_stale': stale('the import'),
  'import.state_wrong': ['The import is at another step.', 'Read its `state` and go on from there.'],
  'import.part_misplaced': ['The piece does not begin where the last one ended.', 'Go on from the byte named.'],
  'import.changed_since': ['What the import brought was changed here since.', 'Decide about these rows one by one.'],
  'import.mapping_incomplete': ['Columns that are needed have not been named.', 'Name the columns listed.'],
  'import.file_too_large': ['The file is larger than allowed.', 'Split it.'],
  'import.file_empty': ['The file has a head and no rows, or nothing at all.', 'Send one with rows.'],
  'import.file_not_table': file('The content is neither CSV nor an Excel workbook.'),
  'import.file_broken': file('The file is damaged or cut off.'),
  'import.file_bomb': file('Unpacked, the file would be larger than anything a table holds.'),
  'import.right_lost': [
    'Whoever began the import lost the right to it, or the venue, while it ran.',
    'Let somebody who may import begin it anew, or undo what came in.',
  ],
  'slot.taken': [
    'Somebody was faster: the last places for this start went a moment ago.',
    'Ask availability again and offer the guest other times; keep what was typed.',
  ],
  'slot.too_small': [
    'The party is larger than the room or the interval, whoever else books: nobody was faster.',
    'Offer a smaller party (`message` says how many covers are left), another time, or the venue’s telephone.',
  ],
  'slot.closed': [
    'A rule of the venue closes this start for you; `message` says which.',
    'Ask availability and offer what it lists. With `explain=1`, staff read which rule closed each time.',
  ],
  'slot.past': ['The start lies before now.', 'Check that `date` is in seconds, UTC, and offer a later time.'],
  'slot.too_soon': ['The venue, its company or your channel wants more notice.', 'Offer a later time.'],
  'slot.too_far': ['The venue does not sell that far ahead.', 'Offer an earlier date; the calendar shows which are open.'],
  'party.too_small': ['The venue or your channel takes larger parties only.', 'Show the limit that `message` names.'],
  'party.too_large': [
    'The venue or your channel takes smaller parties only online.',
    'Show the limit that `message` names, and the venue’s telephone.',
  ],
  'area.required': [
    'The venue lets guests choose an area (`bookableAreas`), and none was sent.',
    'Ask `GET /v1/bc/areas`, let the guest choose, send `areaId`.',
  ],
  'hold.expired': [
    'The hold’s time (`holdingTime`) ran out, and its places are free again.',
    'Make a new hold; when that answers `slot.taken`, offer other times.',
  ],
  'override.denied': ['Booking beyond the rules is a right of its own.', people],
  'reservation.move_illegal': [
    'From the status the booking has now, this step is not possible.',
    'Read the booking again and show its status.',
  ],
  'reservation.changed_meanwhile': ['Somebody else changed the booking while you did.', 'Read it again and repeat what is still wanted.'],
  'reservation.final': ['The booking is over: canceled, declined, completed or a no-show.', 'Make a new booking.'],
  'reservation.cancel_too_late': [
    'The venue or its company takes cancellations online only until some time before.',
    'Show the guest the venue’s telephone.',
  ],
  'reason.required': ['This step needs a reason that people read later.', 'Send `reason`.'],
  'remote.given_up': [
    'The venue’s own system did not answer in time, and the booking was withdrawn.',
    'Let the guest choose again. If that system booked after all, it is canceled there.',
  ],
  ...elsewhere,
  'range.invalid': ['`to` lies before `from`.', 'Send them the other way round.'],
}

/** What a status says by itself, for a code that has nothing of its own here. */
const ofStatus = (status: number): Help => {
  if (status === 404) return ['There is nothing with this id, or it is not yours.', checkId]
  if (status === 409)
    return ['It stands otherwise by now, or something else is in the way.', 'Read it again, and decide by what stands there.']
  if (status === 422)
    return ['It was understood, and is not possible.', 'Show the `message`; sending the same again gives the same answer.']
  return status >= 500
    ? known['server.failed']!
    : ['The request cannot be carried out as it is.', 'Read `message`, and `errors` where there are some.']
}

/** For a developer who meets a code: why it comes, and what to do. The sentence for people stands in the phrases. */
export const errorHelp = (code: ErrorCode): Help => known[code] ?? ofStatus(problems[code])
