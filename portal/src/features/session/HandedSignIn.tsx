import CircularProgress from '@mui/material/CircularProgress'
import { styled } from '@mui/material/styles'
import type { FactorChallenge } from '@tablewire/contracts/identity/session'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { spendHandedOver } from '#src/api/handed-over.ts'
import { signingIn } from './use-passkey.ts'
import { useRefusalText } from './use-refusal-text.ts'
import { useT } from './use-t.ts'
import type { Way } from './use-target.ts'

const Wait = styled('output')({ display: 'grid', justifyItems: 'start', minHeight: 120 })

type HandedSignInProps = {
  way: Way
  onRefused: (refusal: string | undefined) => void
  onSecondStep: (challenge: FactorChallenge) => void
}

/** AC3: signs in with what another system handed over; whatever fails leads to the form, with the reason. */
export const HandedSignIn = ({ way, onRefused, onSecondStep }: HandedSignInProps) => {
  const t = useT()
  const refusalText = useRefusalText()
  const signIn = useEffectEvent(async () => {
    const handed = spendHandedOver()
    if (!handed) return
    try {
      way.prepare()
      await (await signingIn()).signInHandedOver(handed)
      await way.go({ tell: true })
    } catch (error) {
      const { SecondStepNeeded } = await signingIn()
      if (error instanceof SecondStepNeeded) return onSecondStep(error.challenge)
      const spent = error instanceof ApiError && error.status === 401
      onRefused(spent ? t('handed.refused') : refusalText(error))
    }
  })
  useEffect(() => void signIn(), [])
  return (
    <Wait aria-label={t('handed.text')}>
      <CircularProgress size={28} />
    </Wait>
  )
}
