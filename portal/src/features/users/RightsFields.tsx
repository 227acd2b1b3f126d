import { mdiCheck, mdiMinus } from '@mdi/js'
import Checkbox from '@mui/material/Checkbox'
import { styled } from '@mui/material/styles'
import { users } from '@tablewire/contracts/identity/users'
import { type Control, Controller, useWatch } from 'react-hook-form'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { SelectField } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { type Account, offeredRoles } from './user-form.ts'
import { useT } from './use-t.ts'

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  '& th': { fontWeight: 600, textAlign: 'start', padding: '8px 8px' },
  '& thead th': { color: theme.vars.palette.text.secondary, fontSize: '0.75rem', verticalAlign: 'bottom' },
  '& td': { padding: '8px 8px', verticalAlign: 'top' },
  '& tbody tr': { borderBlockStart: `1px solid ${theme.vars.palette.divider}` },
  '& .mark': { width: 92, textAlign: 'center' },
  '& .does': { display: 'block', marginBlockStart: 2, color: theme.vars.palette.text.secondary, fontWeight: 400, lineHeight: 1.45 },
  '& .does > span': { marginInlineStart: 6 },
  [theme.breakpoints.down('sm')]: { '& .mark': { width: 64 } },
}))

type RightsFieldsProps = { control: Control<Account>; locked?: boolean; kept?: Account['role'] | undefined }

/** The role, and for a manager the twelve areas: what each opens, in words, beside what an administrator may anyway. */
export const RightsFields = ({ control, locked = false, kept }: RightsFieldsProps) => {
  const t = useT()
  const role = useWatch({ control, name: 'role' })
  const query = useEndpoint(users.permissions, { query: {} }, { staleTime: 60_000 })
  const roles = kept && !offeredRoles.includes(kept) ? [...offeredRoles, kept] : offeredRoles
  return (
    <>
      <FormSection title={t('s.role')} hint={t('s.role.hint')}>
        <SelectField
          control={control}
          name="role"
          label={t('f.role')}
          hint={t(`role.${role}.does`)}
          disabled={locked}
          options={roles.map((value) => ({ value, label: t(`role.${value}.option`) }))}
        />
      </FormSection>
      <FormSection title={t('s.areas')} hint={t(role === 'ROLE_MANAGER' ? 's.areas.hint' : 's.areas.other')}>
        {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
        {query.isPending ? <RowsSkeleton rows={12} /> : null}
        {query.data ? (
          <Controller
            control={control}
            name="permissions"
            render={({ field: { value, onChange }, fieldState }) => (
              <Table aria-label={t('s.areas')} aria-invalid={fieldState.invalid}>
                <thead>
                  <tr>
                    <th scope="col">{t('area')}</th>
                    <th scope="col" className="mark">
                      {t('role.ROLE_MANAGER')}
                    </th>
                    <th scope="col" className="mark">
                      {t('role.ROLE_ADMIN')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {query.data.allData.map(({ id, needs, mayGive, impliedBy }) => {
                    const given = value.includes(id)
                    const lacking = given && needs !== null && !value.includes(needs)
                    const implied = impliedBy.includes('ROLE_MANAGER')
                    return (
                      <tr key={id}>
                        <th scope="row">
                          {t(`p.${id}`)}
                          <span className="does" id={`does-${id}`}>
                            {t(`p.${id}.does`)}
                            {needs ? (
                              <span>
                                <Tag tone={lacking ? 'warning' : 'neutral'}>{t('needs', { area: t(`p.${needs}`) })}</Tag>
                              </span>
                            ) : null}
                            {mayGive ? null : (
                              <span>
                                <Tag tone="neutral">{t('notYours')}</Tag>
                              </span>
                            )}
                          </span>
                        </th>
                        <td className="mark">
                          <Checkbox
                            checked={implied || given}
                            disabled={locked || implied || role !== 'ROLE_MANAGER' || !mayGive}
                            onChange={(_, checked) => onChange((checked ? [...value, id] : value.filter((one) => one !== id)).toSorted())}
                            slotProps={{ input: { 'aria-label': t(`p.${id}`), 'aria-describedby': `does-${id}` } }}
                          />
                        </td>
                        <td className="mark">
                          <Icon path={impliedBy.includes('ROLE_ADMIN') ? mdiCheck : mdiMinus} size={18} />
                          <VisuallyHidden>{t(impliedBy.includes('ROLE_ADMIN') ? 'yes' : 'no')}</VisuallyHidden>
                        </td>
                      </tr>
                    )
                  })}
                </tbody>
              </Table>
            )}
          />
        ) : null}
      </FormSection>
    </>
  )
}
