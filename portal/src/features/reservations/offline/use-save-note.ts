import { type ShiftNote, shiftNotes } from '@tablewire/contracts/booking/shift-notes'
import type { Sent } from '@tablewire/contracts/kit/endpoint'
import { useMutation } from '@tanstack/react-query'
import type { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { queryClient } from '#src/api/query.ts'
import { sendOrKeep } from './acts/keep-act.ts'

type SaveNote = Sent<typeof shiftNotes.save>
/** The note of a meal, also while the server is away. */
export const useSaveNote = (mealName: string, onSaved: () => void) =>
  useMutation<{ result: ShiftNote; kept: boolean }, ApiError, SaveNote>({
    meta: { shown: true },
    mutationFn: ({ params, body }) => {
      const { date, mealId, content, version } = body
      const subject = `note ${params.id} ${date} ${mealId ?? ''}`
      const about = { subject, name: mealName, words: content, venueId: params.id, date }
      const assumed = (): ShiftNote => ({
        mealId,
        mealName,
        content,
        version: version + 1,
        authorName: '',
        writtenAt: new Date().toISOString(),
      })
      return sendOrKeep({ ...about, call: 'shiftNotes.save', params, body }, () => api(shiftNotes.save, { params, body }), assumed)
    },
    onSuccess: onSaved,
    // What is kept is shown already, and there is nobody to ask for more.
    onSettled: (saved) => (saved?.kept ? undefined : queryClient.invalidateQueries({ queryKey: ['shiftNotes'] })),
  })
