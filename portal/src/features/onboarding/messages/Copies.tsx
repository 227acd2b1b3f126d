import { type MessageDesk, onboardingMessages } from '@tablewire/contracts/onboarding/messages'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf, useCall } from '#src/api/query.ts'
import { useT } from '../use-t.ts'

/** Whether messages come by mail as well. */
export const Copies = ({ id, desk }: { id: string; desk: MessageDesk }) => {
  const t = useT()
  const client = useQueryClient()
  const choose = useCall(onboardingMessages.copies, {
    onSuccess: () => void client.invalidateQueries({ queryKey: keyOf(onboardingMessages.desk, { params: { id } }) }),
  })
  return (
    <p className="line">
      <span className="quiet">{desk.copies ? t(desk.answersByMail ? 'm.copies.answer' : 'm.copies.on') : t('m.copies.off')}</span>
      <KeptButton
        size="small"
        disabled={choose.isPending}
        onClick={() => choose.mutate({ params: { id }, body: { copies: !desk.copies } })}
      >
        {t(desk.copies ? 'm.copies.stop' : 'm.copies.start')}
      </KeptButton>
    </p>
  )
}
