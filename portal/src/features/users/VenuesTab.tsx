import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { seesEveryVenue } from '@tablewire/contracts/identity/access'
import { type UserDetail, users } from '@tablewire/contracts/identity/users'
import type { AccessKind } from '@tablewire/contracts/identity/venue-access'
import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { useAbility } from '#src/api/ability.ts'
import { api } from '#src/api/client.ts'
import { useCall } from '#src/api/query.ts'
import type { FindOption } from '#src/kit/form/FindField.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { SaveBar } from '#src/kit/form/SaveBar.tsx'
import { useTheirs } from '#src/kit/form/use-theirs.ts'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'
import { fullName } from './user-words.tsx'
import { Chips, GroupFinder, VenueFinder } from './VenueFinders.tsx'

type AccessChoice = { access: AccessKind; groups: FindOption[]; venues: FindOption[] }
const chosenOf = ({ access, groups: seen, venues: given }: UserDetail): AccessChoice => ({
  access,
  groups: seen,
  venues: access === 'venues' ? given : [],
})
const idsOf = (found: readonly FindOption[]): string[] => found.map(({ id }) => id)
const same = (a: AccessChoice, b: AccessChoice): boolean =>
  JSON.stringify([a.access, idsOf(a.groups).toSorted(), idsOf(a.venues).toSorted()]) ===
  JSON.stringify([b.access, idsOf(b.groups).toSorted(), idsOf(b.venues).toSorted()])

/** ON1: which venues somebody sees. Whoever may do everything sees all of them. */
export const VenuesTab = ({ user, onSaved }: { user: UserDetail; onSaved: (user: UserDetail) => void }) => {
  const t = useT()
  const [chosen, setChosen] = useState(() => chosenOf(user))
  const give = useCall(users.giveVenues)
  const mayGroups = useAbility().can('read', 'groups')
  const everything = seesEveryVenue(user.roles)
  const locked = user.oneself || !user.mayChange || everything
  const changed = !same(chosen, chosenOf(user))
  const add = (kind: 'groups' | 'venues') => (found: FindOption) =>
    setChosen((now) => ({ ...now, [kind]: [...now[kind].filter(({ id }) => id !== found.id), found] }))
  /** As somebody else saved it meanwhile. */
  const { theirs, saves, meet, drop: dropTheirs } = useTheirs<UserDetail>()
  const write = ({ access, groups, venues }: AccessChoice, version: number): void =>
    give.mutate(
      { params: { id: user.id }, body: { access, groups: idsOf(groups), venues: idsOf(venues), version } },
      {
        onSuccess: (fresh) => {
          dropTheirs()
          onSaved(fresh)
          toast.success(t('venues.saved', { name: fullName(fresh) }))
        },
        // What was chosen stays on the screen, beside what stands there now.
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'user.version_stale')
            void api(users.get, { params: { id: user.id } }).then(
              (now) => meet(error, now),
              () => undefined,
            )
        },
      },
    )
  const save = (): void => write(chosen, user.version)
  const kinds: AccessKind[] = ['all', ...(mayGroups || chosen.access === 'groups' ? (['groups'] as const) : []), 'venues']
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <FormSection title={t('s.access')} hint={t(everything ? 's.access.everything' : user.oneself ? 'oneself' : 's.access.hint')}>
        <RadioGroup
          aria-label={t('s.access')}
          value={chosen.access}
          onChange={(_, access) => setChosen((now) => ({ ...now, access: access as AccessKind }))}
        >
          {kinds.map((kind) => (
            <FormControlLabel key={kind} value={kind} disabled={locked} control={<Radio />} label={t(`access.${kind}`)} />
          ))}
        </RadioGroup>
      </FormSection>
      {chosen.access === 'groups' ? (
        <FormSection title={t('access.groups')} hint={t('access.groups.hint')}>
          {locked ? null : <GroupFinder companyId={user.companyId} onChoose={add('groups')} />}
          <Chips
            label={t('access.groups')}
            found={chosen.groups}
            disabled={locked}
            onChange={(next) => setChosen((now) => ({ ...now, groups: next }))}
          />
        </FormSection>
      ) : null}
      {chosen.access === 'venues' ? (
        <FormSection title={t('access.venues')} hint={t('access.venues.hint')}>
          {locked ? null : <VenueFinder onChoose={add('venues')} />}
          <Chips
            label={t('tab.venues')}
            found={chosen.venues}
            disabled={locked}
            onChange={(next) => setChosen((now) => ({ ...now, venues: next }))}
          />
        </FormSection>
      ) : null}
      {locked ? null : <SaveBar changed={changed} saving={give.isPending} errors={0} onDiscard={() => setChosen(chosenOf(user))} />}
      <StaleDialog
        saves={saves}
        before={chosenOf(user)}
        theirs={theirs && chosenOf(theirs)}
        mine={chosen}
        labelOf={(name) => t(name === 'access' ? 's.access' : name === 'groups' ? 'access.groups' : 'tab.venues')}
        textOf={(_, value) =>
          Array.isArray(value) ? (value as FindOption[]).map(({ name }) => name).join(', ') || '–' : t(`access.${value as AccessKind}`)
        }
        onSave={(both) => theirs && write(both, theirs.version)}
        onClose={dropTheirs}
      />
    </form>
  )
}
