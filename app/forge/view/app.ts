// Apps, installations and deliveries as GitHub shows them. Pure.
import type { App, Delivery, Installation } from '../world/state.ts';
import { accountById, appById, type World } from '../world/world.ts';
import { accountView, nodeId } from './account.ts';

type Json = Record<string, unknown>;

export function appView(world: World, app: App): Json {
  return {
    id: app.id,
    slug: app.slug,
    node_id: nodeId('A', app.id),
    client_id: app.clientId,
    owner: accountView(world, accountById(world.state, app.ownerId)),
    name: app.name,
    description: '',
    external_url: `${world.urls.web}/apps/${app.slug}`,
    html_url: `${world.urls.web}/apps/${app.slug}`,
    created_at: app.createdAt,
    updated_at: app.createdAt,
    permissions: app.permissions,
    events: app.events,
  };
}

export function installationView(world: World, installation: Installation): Json {
  const app = appById(world.state, installation.appId);
  const account = accountById(world.state, installation.accountId);
  return {
    id: installation.id,
    client_id: app.clientId,
    account: accountView(world, account),
    repository_selection: 'selected',
    access_tokens_url: `${world.urls.api}/app/installations/${installation.id}/access_tokens`,
    repositories_url: `${world.urls.api}/installation/repositories`,
    html_url: `${world.urls.web}/settings/installations/${installation.id}`,
    app_id: app.id,
    app_slug: app.slug,
    target_id: account.id,
    target_type: account.type,
    permissions: installation.permissions,
    events: app.events,
    created_at: installation.createdAt,
    updated_at: installation.createdAt,
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: null,
    suspended_at: installation.suspendedAt ?? null,
  };
}

export function deliveryView(delivery: Delivery): Json {
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: delivery.deliveredAt,
    redelivery: delivery.isRedelivery,
    duration: delivery.durationMs / 1000,
    status: delivery.status,
    status_code: delivery.statusCode,
    event: delivery.event,
    action: delivery.action ?? null,
    installation_id: delivery.installationId ?? null,
    repository_id: delivery.repositoryId ?? null,
    throttled_at: null,
  };
}

export function fullDeliveryView(delivery: Delivery): Json {
  return {
    ...deliveryView(delivery),
    url: delivery.url,
    request: { headers: delivery.requestHeaders, payload: JSON.parse(delivery.payload) },
    response: { headers: delivery.responseHeaders, payload: delivery.responseBody },
  };
}
