import { type ReplyDesk, reviewReplies } from '@tablewire/contracts/reviews/replies'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { keyOf, queryClient, useCall } from '#src/api/query.ts'

/** After so long without a key what was typed is kept, and the others see that somebody is writing. */
const pauseMs = 800

type Picked = { templateId: string | null; variantId: string | null }

/** What one types, kept on the server for oneself: it is there after a reload and on another device. */
export const useReplyText = (id: string, { draft, reply }: Pick<ReplyDesk, 'draft' | 'reply'>) => {
  const [text, setText] = useState(() => draft?.text ?? (reply && reply.state !== 'draft' ? reply.text : ''))
  const [picked, setPicked] = useState<Picked>({ templateId: draft?.templateId ?? null, variantId: draft?.variantId ?? null })
  const [savedAt, setSavedAt] = useState(draft?.savedAt ?? null)
  const save = useCall(reviewReplies.saveDraft, {
    meta: { shown: true },
    onSuccess: ({ savedAt: at }, { body }) => {
      setSavedAt(at)
      const now =
        at === null ? null : { text: body.text, templateId: body.templateId ?? null, variantId: body.variantId ?? null, savedAt: at }
      // Whoever comes back to this review finds it before it is read anew.
      queryClient.setQueryData<ReplyDesk>(keyOf(reviewReplies.desk, { params: { id } }), (desk) => desk && { ...desk, draft: now })
    },
  })
  const unsaved = useRef(false)
  const keep = useEffectEvent(() => {
    if (!unsaved.current) return
    unsaved.current = false
    save.mutate({ params: { id }, body: { text, ...picked } })
  })
  useEffect(() => {
    const timer = setTimeout(keep, pauseMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every change begins the pause anew
  }, [text])
  // Whoever goes on to the next review at once has typed it all the same.
  useEffect(() => () => keep(), [])
  return {
    text,
    picked,
    savedAt,
    failed: save.isError,
    type: (next: string, from?: Picked) => {
      unsaved.current = true
      setText(next)
      if (from) setPicked(from)
      else if (next === '') setPicked({ templateId: null, variantId: null })
    },
    /** It was sent: nothing is left to keep. */
    sent: () => (unsaved.current = false),
  }
}
