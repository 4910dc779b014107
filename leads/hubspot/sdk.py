"""The one module that imports HubSpot's SDK: its API objects, over one pool of connections, and its
paths in the spelling that is asked for."""

from typing import Any

from hubspot import HubSpot
from urllib3.util.retry import Retry

from leads.hubspot.config import HubSpotConfig
from leads.hubspot.paths import dated


class Apis:
    """The SDK's API objects, each built once and all over one pool of connections."""

    def __init__(self, config: HubSpotConfig) -> None:
        portal = HubSpot(
            access_token=config.access_token,
            host=config.base_url.rstrip("/"),
            # No retry and no redirect of its own: a repeated POST is a second deal.
            retry=Retry(total=False, redirect=False),
        )
        self._version = config.api_version
        self.objects = portal.crm.objects.basic_api
        self._client = self.objects.api_client
        self._respelt(self._client)
        self.batch = self._pooled(portal.crm.objects.batch_api)
        self.search = self._pooled(portal.crm.objects.search_api)
        self.owners = self._pooled(portal.crm.owners.owners_api)
        self.pipelines = self._pooled(portal.crm.pipelines.pipelines_api)
        self.properties = self._pooled(portal.crm.properties.core_api)
        self.link = self._pooled(portal.crm.associations.v4.basic_api)
        self.links = self._pooled(portal.crm.associations.v4.batch_api)
        self.labels = self._pooled(portal.crm.associations.v4.schema.definitions_api)

    def account(self, **options: Any) -> Any:
        """The SDK has no module for this path, so its client is given the path itself."""
        accept = {"Accept": "application/json"}
        call, path = self._client.call_api, "/account-info/v3/details"
        return call(path, "GET", header_params=accept, auth_settings=["oauth2"], **options)

    def _pooled(self, api: Any) -> Any:
        api.api_client.rest_client.pool_manager = self._client.rest_client.pool_manager
        self._respelt(api.api_client)
        return api

    def _respelt(self, client: Any) -> None:
        """Every path of the generated methods passes here: no method of ours names one."""
        call, version = client.call_api, self._version
        client.call_api = lambda path, *args, **named: call(dated(path, version), *args, **named)
