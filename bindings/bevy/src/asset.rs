//! Domain files as assets: read by Bevy's asset server, taken by minds when they arrive, and again whenever they change.
//!
//! A version that cannot be read or planned with changes nothing: agents go on with the last one that could.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Component, Path};
use std::sync::Arc;

use bevy_app::{App, Plugin, PostUpdate};
use bevy_asset::io::Reader;
use bevy_asset::{
    Asset, AssetApp, AssetEventSystems, AssetLoadFailedEvent, AssetLoader, AssetServer, Assets, AsyncReadExt,
    Handle, LoadContext,
};
use bevy_ecs::prelude::*;
use bevy_reflect::TypePath;
use cunning_diag::{Diagnostics, Source};
use cunning_mind::{DomainSpec, MindConfig};
use cunning_plan::limits::{FILE_BYTES_MAX, FILES_MAX};

use crate::domains::DomainId;
use crate::minds::{Minds, MindsError};

/// A domain file that was read and checked.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct DomainAsset {
    spec: Arc<DomainSpec>,
    warnings: Diagnostics,
}

impl DomainAsset {
    /// What the file says.
    pub fn spec(&self) -> &Arc<DomainSpec> {
        &self.spec
    }

    /// What `cunning check` warns about. It is logged when minds take the file.
    pub fn warnings(&self) -> &Diagnostics {
        &self.warnings
    }
}

/// Reads files whose names end with `.cunning.toml`, and any other file that is loaded as a [`DomainAsset`]. What a file
/// includes is looked for in its folder, and is watched too.
#[derive(Clone, Copy, Debug, Default, TypePath)]
pub struct DomainLoader;

/// Why a domain file is no asset.
#[derive(Debug)]
#[non_exhaustive]
pub enum DomainLoadError {
    /// It cannot be read.
    Io(std::io::Error),
    /// It is longer than a domain file may be.
    TooLong,
    /// It is no text.
    NotText,
    /// It is wrong; this says where, as `cunning check` does.
    Domain(Diagnostics),
}

impl fmt::Display for DomainLoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::TooLong => write!(f, "a domain file has at most {FILE_BYTES_MAX} bytes"),
            Self::NotText => f.write_str("a domain file is a text in UTF-8"),
            // Excerpts begin with a line of their own.
            Self::Domain(found) => write!(f, "\n{found}"),
        }
    }
}

impl std::error::Error for DomainLoadError {}

impl AssetLoader for DomainLoader {
    type Asset = DomainAsset;
    type Settings = ();
    type Error = DomainLoadError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        context: &mut LoadContext<'_>,
    ) -> Result<DomainAsset, DomainLoadError> {
        let mut bytes = Vec::new();
        let limit = FILE_BYTES_MAX as u64 + 1;
        AsyncReadExt::take(reader, limit).read_to_end(&mut bytes).await.map_err(DomainLoadError::Io)?;
        if bytes.len() > FILE_BYTES_MAX {
            return Err(DomainLoadError::TooLong);
        }
        let text = String::from_utf8(bytes).map_err(|_| DomainLoadError::NotText)?;
        let source = Source::new(context.path().to_string(), text);
        let mut included = BTreeMap::new();
        // Which files are included is known by reading; each round gets those that the last one missed.
        loop {
            let missed = RefCell::new(Vec::new());
            let read = cunning_mind::read_with(&source, |name| {
                let known: Option<&Option<Source>> = included.get(name);
                if known.is_none() {
                    missed.borrow_mut().push(name.to_owned());
                }
                known.cloned().flatten()
            });
            let missed = missed.into_inner();
            if missed.is_empty() || included.len() + missed.len() > FILES_MAX {
                let (spec, mut warnings) = read.map_err(DomainLoadError::Domain)?;
                warnings.append(spec.lint());
                return Ok(DomainAsset { spec: Arc::new(spec), warnings });
            }
            for name in missed {
                let text = include(context, &name).await;
                included.insert(name, text);
            }
        }
    }

    fn extensions(&self) -> &[&str] {
        &["cunning.toml"]
    }
}

/// An included file, from the folder of the first. Names lead nowhere else.
async fn include(context: &mut LoadContext<'_>, name: &str) -> Option<Source> {
    if !Path::new(name).components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let path = context.path().resolve_embed_str(name).ok()?;
    let bytes = context.read_asset_bytes(path).await.ok()?;
    Some(Source::new(name, String::from_utf8(bytes).ok()?))
}

/// Lets domains be assets. To be added after `AssetPlugin`, which `DefaultPlugins` has, and [`CunningPlugin`].
///
/// ```
/// use bevy_app::{App, Startup, TaskPoolPlugin};
/// use bevy_asset::{AssetPlugin, AssetServer};
/// use bevy_cunning::prelude::*;
/// use bevy_cunning::DomainAssetPlugin;
/// use bevy_ecs::prelude::*;
///
/// fn set_up(mut minds: ResMut<Minds>, files: Res<AssetServer>, mut commands: Commands) -> Result {
///     let guards = minds.add_domain_asset(files.load("guard.cunning.toml"))?;
///     // It thinks as soon as the file is there, and goes on with every new version of it.
///     commands.spawn(Mind::new(guards, "guard"));
///     Ok(())
/// }
///
/// App::new()
///     .add_plugins((TaskPoolPlugin::default(), AssetPlugin::default()))
///     .add_plugins((CunningPlugin::default(), DomainAssetPlugin))
///     .add_systems(Startup, set_up);
/// ```
///
/// [`CunningPlugin`]: crate::CunningPlugin
#[derive(Clone, Copy, Debug, Default)]
pub struct DomainAssetPlugin;

impl Plugin for DomainAssetPlugin {
    fn build(&self, app: &mut App) {
        if !app.world().contains_resource::<AssetServer>() {
            log::error!("there is no asset server: add `AssetPlugin` before `DomainAssetPlugin`");
            return;
        }
        app.init_resource::<Minds>()
            .init_asset::<DomainAsset>()
            .register_asset_loader(DomainLoader)
            .add_systems(PostUpdate, (take_files, note_failures).after(AssetEventSystems));
    }
}

/// The file of a domain.
pub(crate) struct DomainFile {
    handle: Handle<DomainAsset>,
    /// The version that was looked at last, taken or not.
    seen: Option<Arc<DomainSpec>>,
}

impl DomainFile {
    /// Whether there was no version yet.
    pub(crate) fn is_awaited(&self) -> bool {
        self.seen.is_none()
    }
}

impl Minds {
    /// Makes room for the agents of a domain that is an asset. Minds may be made from it at once; they begin to think when
    /// the file is there.
    pub fn add_domain_asset(&mut self, file: Handle<DomainAsset>) -> Result<DomainId, MindsError> {
        let name = file.path().map_or_else(|| "an asset".to_owned(), ToString::to_string);
        let nothing = cunning_mind::read(&Source::new(name.as_str(), "")).map_err(MindsError::Domain)?;
        let domain = self.add_domain_minds(name, Arc::new(nothing), MindConfig::default())?;
        if let Some(domain_minds) = self.domains.get_mut(usize::from(domain.0)) {
            domain_minds.file = Some(DomainFile { handle: file, seen: None });
        }
        Ok(domain)
    }

    /// Looks at a version of a domain's file.
    fn take_file(&mut self, domain: DomainId, asset: &DomainAsset) {
        let Some(domain_minds) = self.domains.get_mut(usize::from(domain.0)) else { return };
        let Some(file) = &mut domain_minds.file else { return };
        let is_first = file.seen.replace(asset.spec.clone()).is_none();
        let name = domain_minds.name.clone();
        if !asset.warnings.is_empty() {
            self.blunder(asset.warnings.to_string());
        }
        match self.renew(domain, asset.spec.clone()) {
            Ok(report) if is_first || !report.is_changed => {}
            Ok(report) => {
                log::info!(
                    "{name}: {} plans go on, {} were dropped",
                    report.plans_kept,
                    report.plans_dropped
                );
                for note in report.notes {
                    self.blunder(format!("{name}: {note}"));
                }
            }
            Err(error) => self.blunder(format!("{name}: {error}; agents go on as before")),
        }
    }
}

/// Minds take files that have arrived or changed.
fn take_files(mut minds: ResMut<Minds>, assets: Res<Assets<DomainAsset>>) {
    for at in 0..minds.domains.len() {
        let Some(file) = &minds.domains[at].file else { continue };
        let Some(asset) = assets.get(&file.handle) else { continue };
        if !file.seen.as_ref().is_some_and(|seen| Arc::ptr_eq(seen, &asset.spec)) {
            minds.take_file(DomainId(at as u16), asset);
        }
    }
}

/// A file that cannot be read is a mistake. The asset server has logged it.
fn note_failures(mut minds: ResMut<Minds>, mut failures: MessageReader<AssetLoadFailedEvent<DomainAsset>>) {
    for failure in failures.read() {
        minds.note(failure.error.to_string());
    }
}
