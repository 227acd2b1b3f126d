import { lazy } from 'react'
import { actAs } from './acting/acting.ts'

const CustomersPage = lazy(() => import('#src/features/users/CustomersPage.tsx').then((module) => ({ default: module.CustomersPage })))

/** The list of customers, with the way to act as one of them, which belongs to the frame. */
export const CustomersRoute = () => <CustomersPage actAs={actAs} />
