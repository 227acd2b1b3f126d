export {
  bringToLife,
  countTenants,
  endedTenants,
  insertReady,
  lockTenants,
  readyTenants,
  removeTenant,
  takeDue,
  takeReady,
  tenantOfLink,
  type TenantRecord,
} from './tenant-rows.ts'
