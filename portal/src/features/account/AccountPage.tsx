import { styled } from '@mui/material/styles'
import { useSession } from '#src/api/session.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { LookCard } from './LookCard.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { useT } from './use-t.ts'

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1.4fr) minmax(0, 1fr)',
  alignItems: 'start',
  gap: theme.spacing(2.5),
  width: '100%',
  maxWidth: 1080,
  [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  '& > div': { display: 'grid', gap: theme.spacing(2.5) },
}))

/** SE1 */
export const AccountPage = () => {
  const t = useT()
  const { userData } = useSession()
  return (
    <>
      <PageTitle title={t('title')} />
      {userData ? (
        <Columns>
          <ProfileForm key={userData.id} profile={userData} />
          <div>
            <LookCard />
            <PasswordForm email={userData.email} />
          </div>
        </Columns>
      ) : null}
    </>
  )
}
