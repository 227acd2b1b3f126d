import { passwordEndingJob } from '#src/features/google-accounts/api.ts'
import { troubleJob } from '#src/features/rms-bookings/api.ts'
import { venueMergedJob } from '#src/features/venue-merge/api.ts'
import { defineJob, type JobHandler, onJob } from '#src/platform/jobs/jobs.ts'
import { publishEvent } from './api.ts'
import { carryChoices } from './choices.ts'
import { publish, publishJob } from './publish-event.ts'
import { mailJob, pushJob, sendBundles, sendBundlesJob } from './send-bundles.ts'
import { sendMail } from './send-mail.ts'
import { sendPush } from './send-push.ts'
import { tidyNotifications } from './tidy-notifications.ts'

export const notificationJobs: readonly JobHandler[] = [
  onJob(publishJob, publish),
  onJob(troubleJob, (ctx, trouble) => publishEvent(ctx, { event: 'sync_failure', ...trouble })),
  onJob(passwordEndingJob, (ctx, { eventId, news, at }) =>
    publish(ctx, { eventId, event: 'google_password', venueId: null, about: JSON.stringify(news), actorUserId: null, at }),
  ),
  onJob(venueMergedJob, carryChoices),
  onJob(sendBundlesJob, sendBundles, '* * * * *'),
  onJob(mailJob, sendMail),
  onJob(pushJob, sendPush),
  onJob(defineJob<object>('notifications.tidy', 2), async (ctx) => void (await tidyNotifications(ctx)), '47 3 * * *'),
]
