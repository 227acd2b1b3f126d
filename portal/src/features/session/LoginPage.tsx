import type { FactorChallenge } from '@tablewire/contracts/identity/session'
import { lazy, Suspense, useState } from 'react'
import { brand } from '#src/api/brand.ts'
import { isHandedOver } from '#src/api/handed-over.ts'
import { AuthLayout } from './AuthLayout.tsx'
import { Word } from './Refusal.tsx'
import { SignInForm } from './SignInForm.tsx'
import { typedEmail } from './typed-email.ts'
import { useT } from './use-t.ts'
import { useTarget } from './use-target.ts'

const HandedSignIn = lazy(() => import('./HandedSignIn.tsx').then((module) => ({ default: module.HandedSignIn })))
const SecondStep = lazy(() => import('./SecondStep.tsx').then((module) => ({ default: module.SecondStep })))

type Step = { kind: 'handed' } | { kind: 'password'; refusal?: string | undefined } | { kind: 'second'; challenge: FactorChallenge }

export const LoginPage = () => {
  const t = useT()
  const way = useTarget()
  const [step, setStep] = useState<Step>(() => (isHandedOver() ? { kind: 'handed' } : { kind: 'password' }))
  const back = (refusal?: string): void => setStep({ kind: 'password', refusal })
  const email = typedEmail.get()
  const goOn = (challenge: FactorChallenge): void => setStep({ kind: 'second', challenge })
  if (step.kind === 'handed')
    return (
      <AuthLayout title={t('handed.title')} subtitle={t('handed.text')}>
        <Suspense>
          <HandedSignIn way={way} onRefused={back} onSecondStep={goOn} />
        </Suspense>
      </AuthLayout>
    )
  if (step.kind === 'second')
    return (
      <AuthLayout
        title={t('second.title')}
        subtitle={email === '' ? t('subtitle', { brand: brand.name }) : t('second.subtitle', { email })}
      >
        <Suspense>
          <SecondStep challenge={step.challenge} way={way} onBack={back} />
        </Suspense>
      </AuthLayout>
    )
  return (
    <AuthLayout title={t('title')} subtitle={t('subtitle', { brand: brand.name })}>
      <Word tone="warning">{way.refused}</Word>
      <SignInForm way={way} refusal={step.refusal} onSecondStep={goOn} />
    </AuthLayout>
  )
}
