import { type SyncView, syncsApi } from "#contract/syncs.ts";
import { VendorSignIn } from "#web/components/vendor-sign-in.tsx";
import { useApiMutation } from "#web/lib/api.ts";

/** The sign-in at the vendor, for synced vendors that offer one. */
export const SyncConnect = ({ sync: { service, label, oauth } }: { sync: SyncView }) => {
  const connect = useApiMutation(syncsApi.connect);
  const disconnect = useApiMutation(syncsApi.disconnect);
  const params = { service };
  return (
    oauth && (
      <VendorSignIn
        label={label}
        oauth={oauth}
        connect={() => connect.mutateAsync({ params })}
        disconnect={() => disconnect.mutateAsync({ params })}
        isBusy={connect.isPending || disconnect.isPending}
      />
    )
  );
};
