import { styled } from '@mui/material/styles'
import { useSession } from '#src/api/session.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { PreferencesCard } from './PreferencesCard.tsx'
import { PinSection } from './PinSection.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { TwoFactorSection } from './TwoFactorSection.tsx'
import { useT } from './use-t.ts'

const Sections = styled('div')({ width: '100%', maxWidth: 980 })

/** SE1: who one is, how one signs in, where one is signed in, and how it all looks. */
export const AccountPage = () => {
  const t = useT()
  const { userData } = useSession()
  if (!userData) return null
  const { id, email, actedBy, companyId } = userData
  const locked = actedBy !== null && actedBy !== undefined
  return (
    <>
      <PageTitle title={t('title')} />
      <Sections>
        <ProfileForm key={id} profile={userData} />
        <PreferencesCard />
        {locked ? null : <PasswordForm email={email} />}
        {locked || companyId === null ? null : <PinSection email={email} />}
        <TwoFactorSection email={email} locked={locked} />
        <SessionsSection locked={locked} />
      </Sections>
    </>
  )
}
