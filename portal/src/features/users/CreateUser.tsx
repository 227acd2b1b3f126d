import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useSession } from '#src/api/session.ts'
import { BackButton } from '#src/kit/BackButton.tsx'
import type { FindOption } from '#src/kit/form/FindField.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { SaveBar } from '#src/kit/form/SaveBar.tsx'
import { UnsavedDialog } from '#src/kit/form/UnsavedDialog.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { AccountFields } from './AccountFields.tsx'
import { CompanyFinder } from './CompanyFinder.tsx'
import { RightsFields } from './RightsFields.tsx'
import { useNewUser } from './use-new-user.ts'
import { useT } from './use-t.ts'

/** Somebody new: a mail invites to choose a password; which venues a manager sees is said on the next page. */
export const CreateUser = ({ onLeave }: { onLeave: (id: string | undefined, tab?: string) => void }) => {
  const t = useT()
  // The platform's own people choose a company; everybody else adds to his own.
  const [ability, { userData }] = [useAbility(), useSession()]
  const chooses = ability.can('read', 'companies') && userData?.companyName === null
  const [company, setCompany] = useState<FindOption>()
  const { form, draft, blocker, save, saving } = useNewUser(company?.id || null, onLeave)
  const { isDirty, errors } = form.formState
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <PageTitle title={t('create.title')} back={<BackButton onClick={() => onLeave(undefined)}>{t('back')}</BackButton>} />
      <AccountFields control={form.control} isNew />
      {chooses ? (
        <FormSection title={t('s.company')} hint={t('s.company.hint')}>
          <CompanyFinder value={company ?? { id: '', name: t('platform') }} hint={t('h.company')} onChange={setCompany} />
        </FormSection>
      ) : null}
      <RightsFields control={form.control} />
      <SaveBar
        changed={isDirty}
        saving={saving}
        errors={Object.keys(errors).length}
        restored={draft.restored}
        onDiscard={draft.drop}
        label={t('invite.send')}
      />
      <UnsavedDialog blocker={blocker} />
    </form>
  )
}
