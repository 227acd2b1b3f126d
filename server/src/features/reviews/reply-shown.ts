import { defineJob } from '#src/platform/jobs/jobs.ts'

/** A channel brought these reviews with what stands under them at their source; whoever keeps the replies looks at it. */
export const replyShownJob = defineJob<{ reviewIds: readonly string[] }>('reviews.reply-shown')
